/** Which registry an entry has the program serve: `mcp -r <folder>`. Pure. */

const NAMES = ['-r', '--registry'];

/** The registry that the words of an entry name; undefined where they name none. */
export function registryOf(words: readonly string[]): string | undefined {
  return find(words)?.folder;
}

/** The same words, naming none. */
export function withoutRegistry(words: readonly string[]): readonly string[] {
  const found = find(words);
  return found === undefined ? words : words.toSpliced(found.at, found.length);
}

/** Words that name a registry behind `mcp`. */
export function registryWords(folder: string): readonly string[] {
  return ['-r', folder];
}

function find(
  words: readonly string[],
): { readonly at: number; readonly length: number; readonly folder: string } | undefined {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    if (NAMES.includes(word) && next !== undefined) return { at, length: 2, folder: next };
    const [, joined] = /^(?:--registry=|-r(?=[^-]))(.+)$/s.exec(word) ?? [];
    if (joined !== undefined) return { at, length: 1, folder: joined };
  }
  return undefined;
}
