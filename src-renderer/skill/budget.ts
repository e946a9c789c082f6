import { choicesOf, chooseFiles } from '../../src-server/contract/api/choose-files.ts';
import type { SkillFile } from './skill-model.ts';

export interface Fit {
  /** In reading order. */
  readonly files: readonly SkillFile[];
  readonly used: number;
  /** Most important file that does not fit. */
  readonly next: SkillFile | undefined;
}

/**
 * Whole files as `get_skill` selects: pitfalls, safety and overview first, then in reading order until a file
 * no longer fits; no smaller file is taken instead. A short form replaces a long form that does not fit.
 * Unknown token counts are 0.
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
