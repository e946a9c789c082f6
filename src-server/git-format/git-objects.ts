import { DamagedGitData } from './damaged-git-data.ts';

export type EntryKind = 'folder' | 'file' | 'link' | 'submodule';

export interface TreeEntry {
  readonly kind: EntryKind;
  /** Not always UTF-8. */
  readonly name: Buffer;
  readonly id: string;
}

export interface CommitFacts {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Undefined if malformed. */
  readonly date: Date | undefined;
}

export const OBJECT_ID = /^[0-9a-f]{40}$/;
const ID_BYTES = 20;
const KINDS: Readonly<Record<string, EntryKind>> = {
  '40000': 'folder',
  '040000': 'folder',
  '120000': 'link',
  '160000': 'submodule',
};

export function parseTree(bytes: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space === -1 || end === -1 || end + 1 + ID_BYTES > bytes.length) throw new DamagedGitData();
    const mode = bytes.toString('latin1', at, space);
    const kind = KINDS[mode] ?? (mode.startsWith('100') ? 'file' : undefined);
    if (kind === undefined) throw new DamagedGitData();
    entries.push({
      kind,
      name: bytes.subarray(space + 1, end),
      id: bytes.toString('hex', end + 1, end + 1 + ID_BYTES),
    });
    at = end + 1 + ID_BYTES;
  }
  return entries;
}

export function parseCommit(bytes: Buffer): CommitFacts {
  const [head = ''] = bytes.toString('latin1').split('\n\n', 1);
  const lines = head.split('\n');
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const [tree] = valuesOf('tree');
  if (tree === undefined || !OBJECT_ID.test(tree)) throw new DamagedGitData();
  const seconds = Number(/ (\d{1,11}) [+-]\d{4}$/.exec(valuesOf('committer')[0] ?? '')?.[1]);
  return {
    tree,
    parents: valuesOf('parent'),
    date: Number.isNaN(seconds) ? undefined : new Date(seconds * 1_000),
  };
}
