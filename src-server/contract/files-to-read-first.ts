import type { Priority } from './api.ts';

/**
 * What an agent should read before it writes a line: the files of P0, or of the first priority that has any.
 * @param ordered in reading order
 */
export function filesToReadFirst<File extends { readonly priority: Priority }>(
  ordered: readonly File[],
): readonly File[] {
  return ordered.filter(({ priority }) => priority === ordered[0]?.priority);
}
