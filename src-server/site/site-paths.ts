import { foldedName, foldersAbove, nameFault } from '../registries/copy-paths.ts';

const LONGEST_PATH = 1_000;
/** The name of a compressed copy is longer. */
const LONGEST_NAME = 250;
/** Served instead of the file by hosts with compressed copies. */
export const COPY_ENDS = ['.gz', '.br'] as const;

/** Undefined for a path that every operating system and host can hold; else continues "<path> …". */
export function pathFault(path: string): string | undefined {
  if (path.length > LONGEST_PATH) return 'is too long';
  for (const segment of path.split('/')) {
    const bytes = Buffer.from(segment);
    const fault = nameFault(bytes);
    if (fault !== undefined) return fault.why;
    if (bytes.length > LONGEST_NAME) return 'has a name of more than 250 bytes';
  }
  return undefined;
}

/**
 * Paths of a site. The first of two paths that collide stays: names that differ in letters' case alone, a file
 * where a folder is, and a file that looks like the compressed copy of another.
 */
export class SitePaths {
  /** Folded. */
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, string>();

  /** Undefined if taken in; else continues "<path> …". */
  add(path: string): string | undefined {
    const fault = pathFault(path) ?? this.#collision(path);
    if (fault !== undefined) return fault;
    this.#files.set(foldedName(path), path);
    for (const folder of foldersAbove(path)) this.#folders.set(foldedName(folder), folder);
    return undefined;
  }

  #collision(path: string): string | undefined {
    const folded = foldedName(path);
    if (this.#files.has(folded) || this.#folders.has(folded)) return 'is taken by another skill';
    for (const folder of foldersAbove(path)) {
      if (this.#files.has(foldedName(folder))) return 'is taken by another skill';
      if ((this.#folders.get(foldedName(folder)) ?? folder) !== folder)
        return 'differs from another path in letters’ case alone';
    }
    for (const end of COPY_ENDS) {
      const isCopy = path.toLowerCase().endsWith(end);
      if (isCopy && this.#files.has(foldedName(path.slice(0, -end.length))))
        return 'looks like the compressed copy of another file';
      if (this.#files.has(foldedName(`${path}${end}`))) return 'has a compressed copy of other content';
    }
    return undefined;
  }
}
