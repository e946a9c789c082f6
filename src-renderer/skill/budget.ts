import { choicesOf, chooseFiles } from '../../src-server/contract/api/choose-files.ts';
import type { SkillFile } from './skill-model.ts';

/** What of a skill fits a budget of tokens. */
export interface Fit {
  /** Files that fit, in reading order. */
  readonly files: readonly SkillFile[];
  /** Tokens of what is copied. */
  readonly used: number;
  /** The most important file that doesn't fit any more. */
  readonly next: SkillFile | undefined;
}

/**
 * The files that `get_skill` would choose, each whole: pitfalls, safety and overview first, then as they are read, until
 * one no longer fits; none is skipped for a smaller one after it. A short form stands for its long one where there isn't
 * room for that, and never goes beside it. A file whose tokens aren't known counts as none.
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
