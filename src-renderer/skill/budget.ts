import type { SkillFile } from './skill-model.ts';

export interface Fit {
  /** Files that fit, in reading order. */
  readonly files: readonly SkillFile[];
  /** Tokens of what is copied. */
  readonly used: number;
  /** The first file that doesn't fit any more. */
  readonly next: SkillFile | undefined;
}

/**
 * Files go in reading order until one no longer fits; none is skipped for a smaller one after it, since what comes
 * first matters most.
 */
export function fitBudget(files: readonly SkillFile[], budget: number, overhead = 0): Fit {
  let used = overhead;
  const fitting: SkillFile[] = [];
  for (const file of files) {
    const tokens = file.tokens ?? 0;
    if (used + tokens > budget) return { files: fitting, used: fitting.length > 0 ? used : 0, next: file };
    used += tokens;
    fitting.push(file);
  }
  return { files: fitting, used: fitting.length > 0 ? used : 0, next: undefined };
}
