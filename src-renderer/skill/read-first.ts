import { filesToReadFirst } from '../../src-server/contract/api/files-to-read-first.ts';
import type { SkillFile } from './skill-model.ts';

/** Required reading with its token count. */
export interface ReadFirst {
  readonly files: readonly SkillFile[];
  readonly tokens: number;
}

/** Returns the required reading; `files` are in reading order. */
export function readFirst(files: readonly SkillFile[]): ReadFirst {
  const first = filesToReadFirst(files);
  return { files: first, tokens: sumTokens(first) };
}

/** Sums tokens; unknown counts are 0. */
export function sumTokens(files: readonly SkillFile[]): number {
  return files.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}
