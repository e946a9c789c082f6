import { choicesOf, chooseFiles } from '../../src-server/contract/api/choose-files.ts';
import type { SkillFile } from './skill-model.ts';

export interface Fit {
  /** In reading order. */
  readonly files: readonly SkillFile[];
  readonly used: number;
  /** Most important file beyond the budget. */
  readonly next: SkillFile | undefined;
}

/**
 * Whole files like `get_skill`: pitfalls, safety, overview, then reading order until a file no longer fits;
 * no smaller file instead. Short forms replace too long forms. Unknown token counts are 0.
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
