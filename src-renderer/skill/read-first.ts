import { filesToReadFirst } from '../../src-server/contract/api/files-to-read-first.ts';
import type { SkillFile } from './skill-model.ts';

export interface ReadFirst {
  readonly files: readonly SkillFile[];
  readonly tokens: number;
}

/** Required reading. `files`: in reading order. */
export function readFirst(files: readonly SkillFile[]): ReadFirst {
  const first = filesToReadFirst(files);
  return { files: first, tokens: sumTokens(first) };
}

/** Unknown counts are 0. */
export function sumTokens(files: readonly SkillFile[]): number {
  return files.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}
