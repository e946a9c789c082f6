import { stat } from 'node:fs/promises';

export interface FolderPresence {
  /** Last known: present until inspected. */
  isThere(path: string): boolean;
  inspect(paths: readonly string[]): void;
}

/** @param onChange a folder came or went */
export function createFolderPresence(onChange: () => void): FolderPresence {
  const known = new Map<string, boolean>();

  async function learn(path: string): Promise<void> {
    const isThere = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    const before = known.get(path) ?? true;
    known.set(path, isThere);
    if (before !== isThere) onChange();
  }

  return {
    isThere: (path) => known.get(path) ?? true,
    inspect: (paths) => paths.forEach((path) => void learn(path)),
  };
}
