import { choicesOf, chooseFiles } from '../../src-server/contract/api/choose-files.ts';
import type { SkillFile } from './skill-model.ts';

/** Selection of files within a token budget. */
export interface Fit {
  /** In reading order. */
  readonly files: readonly SkillFile[];
  /** Tokens of the selection. */
  readonly used: number;
  /** Most important file that does not fit. */
  readonly next: SkillFile | undefined;
}

/**
 * Selects whole files as `get_skill` does: pitfalls, safety and overview first, then in reading order, until
 * a file no longer fits. Skips no file in favor of a smaller one. A short form replaces its long form if the
 * long form does not fit. Unknown token counts are 0.
 * @param files in reading order
 */
export function fitBudget(files: readonly SkillFile[], budget: number): Fit {
  const forms = files.map(({ path, tokens = 0 }) => ({ path, pieces: [{ text: path, cost: tokens }] }));
  const { chosen, omitted, cost } = chooseFiles(choicesOf(forms), budget);
  const fitting = new Set(chosen.map(({ form }) => form.path));
  return {
    files: files.filter(({ path }) => fitting.has(path)),
    used: cost,
    next: files.find(({ path }) => path === omitted[0]?.path),
  };
}
