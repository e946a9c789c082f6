import type { Priority } from './api.ts';

/** What a library gets wrong in an agent's hands: the point of every skill, whatever priority its `files` gives them. */
const ALWAYS_FIRST: readonly string[] = ['pitfalls.md', 'safety.md'];

/** Those that go before all others where not all fit. */
const MOST_IMPORTANT: readonly string[] = [...ALWAYS_FIRST, 'overview.md'];

interface PlacedFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly priority: Priority;
}

/**
 * What an agent should read before it writes a line: pitfalls and safety, and the files of P0, or of the first priority
 * that has any.
 * @param ordered in reading order
 */
export function filesToReadFirst<File extends PlacedFile>(ordered: readonly File[]): readonly File[] {
  return ordered.filter(
    ({ path, priority }) => priority === ordered[0]?.priority || ALWAYS_FIRST.includes(path),
  );
}

/**
 * The order in which files are chosen where not all fit: pitfalls, safety, overview, then as they are read.
 * @param ordered in reading order
 */
export function byImportance<File extends Pick<PlacedFile, 'path'>>(
  ordered: readonly File[],
): readonly File[] {
  const rank = ({ path }: File) => {
    const place = MOST_IMPORTANT.indexOf(path);
    return place < 0 ? MOST_IMPORTANT.length : place;
  };
  return ordered.toSorted((a, b) => rank(a) - rank(b));
}
