import type { SkillFile } from './skill-model.ts';

export interface ReadFirst {
  readonly files: readonly SkillFile[];
  readonly tokens: number;
}

/**
 * What an agent should read before it writes a line: the files of P0, or of the first priority that has any; `files`
 * stand in reading order.
 */
export function readFirst(files: readonly SkillFile[]): ReadFirst {
  const first = files.filter(({ priority }) => priority === files[0]?.priority);
  return { files: first, tokens: sumTokens(first) };
}

/** Tokens of files together; a file whose number isn't known counts as none. */
export function sumTokens(files: readonly SkillFile[]): number {
  return files.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}
