import type { Priority } from './api.ts';

/** Required reading at any priority: common mistakes are the point of skills. */
const ALWAYS_FIRST: readonly string[] = ['pitfalls.md', 'safety.md'];

const MOST_IMPORTANT: readonly string[] = [...ALWAYS_FIRST, 'overview.md'];

interface PlacedFile {
  readonly path: string;
  readonly priority: Priority;
}

/**
 * Pitfalls, safety, and P0 files; without P0 files, the files of the next used priority.
 *
 * @param ordered in reading order, by priority first
 */
export function filesToReadFirst<File extends PlacedFile>(ordered: readonly File[]): readonly File[] {
  return ordered.filter(
    ({ path, priority }) => priority === ordered[0]?.priority || ALWAYS_FIRST.includes(path),
  );
}

/**
 * Pitfalls, safety, overview, then reading order.
 *
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
