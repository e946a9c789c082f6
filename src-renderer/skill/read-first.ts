import { filesToReadFirst } from '../../src-server/contract/api/files-to-read-first.ts';
import type { SkillFile } from './skill-model.ts';

/** The files to read before anything else, and what they cost in tokens. */
export interface ReadFirst {
  readonly files: readonly SkillFile[];
  readonly tokens: number;
}

/** What an agent should read before it writes a line; `files` stand in reading order. */
export function readFirst(files: readonly SkillFile[]): ReadFirst {
  const first = filesToReadFirst(files);
  return { files: first, tokens: sumTokens(first) };
}

/** Tokens of files together; a file whose number isn't known counts as none. */
export function sumTokens(files: readonly SkillFile[]): number {
  return files.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}
