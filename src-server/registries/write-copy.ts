import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { groupDigits } from '../contract/words/group-digits.ts';
import { printable } from '../contract/words/printable.ts';
import { parseTree, type TreeEntry } from '../git-format/git-objects.ts';
import { CREATE_NEW } from '../platform/guarded-path.ts';
import { foldedName, nameFault } from './copy-names.ts';
import type { Pack } from './git/pack.ts';
import { RegistryRefusal } from './registry-refusal.ts';
import { sizeWords } from './size-words.ts';

export interface CopyLimits {
  /** Files; same limit for folders. */
  readonly files: number;
  readonly fileBytes: number;
  readonly unpackedBytes: number;
}

export interface WrittenCopy {
  /** Git blob IDs by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly skipped: readonly string[];
  readonly bytes: number;
}

export interface CopySource {
  readonly pack: Pack;
  /** ID of a tree. */
  readonly tree: string;
  readonly limits: CopyLimits;
}

const DEEPEST = 40;
const LONGEST_PATH = 1_000;
/** Between yields to the event loop. */
const STEP = 200;
/** Skipped paths. */
const MOST_NAMED = 20;
const SKIPPED_WORDS = { link: 'is a link', submodule: 'is a submodule' } as const;

/**
 * Skips and reports links, submodules and names refused by some systems.
 *
 * @param folder absolute, new and empty
 * @throws {RegistryRefusal} for hostile names, and beyond the limits
 */
export async function writeCopy(folder: string, { pack, tree, limits }: CopySource): Promise<WrittenCopy> {
  const files: Record<string, string> = Object.create(null);
  const skipped = createSkipped();
  const counts = { file: 0, folder: 0 };
  let bytes = 0;
  const waiting = [{ id: tree, path: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const parent = next.path;
    for (const entry of writableEntries(readTree(pack, next.id), parent, skipped.add)) {
      const count = ++counts[entry.kind];
      refuseCount(count, entry.kind, limits);
      if (count % STEP === 0) await setImmediate();
      const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
      refuseDeepPath(path);
      if (entry.kind === 'folder') {
        mkdirSync(join(folder, ...path.split('/')));
        waiting.push({ id: entry.id, path });
        continue;
      }
      const blob = pack.read(entry.id);
      if (blob === undefined || blob.bytes.length > limits.fileBytes) {
        skipped.add(path, `is larger than ${sizeWords(limits.fileBytes)}`);
        continue;
      }
      if (isLargeFilePointer(blob.bytes)) {
        skipped.add(path, 'is a pointer of Git LFS, not the file itself');
        continue;
      }
      if (blob.type !== 'blob') throw new RegistryRefusal('The received data is damaged. Try again.');
      bytes += blob.bytes.length;
      refuseBytes(bytes, limits);
      writeNewFile(join(folder, ...path.split('/')), blob.bytes);
      files[path] = entry.id;
    }
  }
  return { files, skipped: skipped.sentences(), bytes };
}

/** See https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
function isLargeFilePointer(bytes: Buffer): boolean {
  return (
    bytes.length < 1_024 && bytes.toString('latin1').startsWith('version https://git-lfs.github.com/spec/')
  );
}

export function refuseDeepPath(path: string): void {
  if (path.length > LONGEST_PATH || path.split('/').length > DEEPEST)
    throw new RegistryRefusal(
      `The registry has a path of more than ${DEEPEST} names or ${LONGEST_PATH} characters: ${printable(path.slice(0, 100))}…`,
    );
}

export function refuseCount(count: number, kind: 'file' | 'folder', { files }: CopyLimits): void {
  if (count > files)
    throw new RegistryRefusal(`The registry has more than ${groupDigits(files)} ${kind}s, the limit.`);
}

export function refuseBytes(bytes: number, { unpackedBytes }: CopyLimits): void {
  if (bytes > unpackedBytes)
    throw new RegistryRefusal(`The registry has more than ${sizeWords(unpackedBytes)}, the limit.`);
}

/** Undefined if missing. */
export function findTree(pack: Pack, root: string, folder: string): string | undefined {
  let tree = root;
  for (const segment of folder === '' ? [] : folder.split('/')) {
    const entry = readTree(pack, tree).find(
      ({ kind, name }) => kind === 'folder' && name.equals(Buffer.from(segment)),
    );
    if (entry === undefined) return undefined;
    tree = entry.id;
  }
  return tree;
}

interface WritableEntry {
  readonly kind: 'folder' | 'file';
  readonly name: string;
  readonly id: string;
}

function* writableEntries(
  entries: readonly TreeEntry[],
  parent: string,
  skip: (path: string, why: string) => void,
): Generator<WritableEntry, void> {
  const taken = new Set<string>();
  for (const { kind, name, id } of entries) {
    const shown = `${parent === '' ? '' : `${parent}/`}${name.toString('utf8')}`;
    const fault = nameFault(name);
    if (fault?.hostile) throw new RegistryRefusal(`Nothing was taken: ${printable(shown)} ${fault.why}.`);
    const folded = foldedName(name.toString('utf8'));
    const why =
      fault?.why ??
      (kind === 'link' || kind === 'submodule' ? SKIPPED_WORDS[kind] : undefined) ??
      (taken.has(folded) ? 'differs from another name in letters’ case alone' : undefined);
    if (why !== undefined) skip(shown, why);
    else if (kind === 'folder' || kind === 'file') {
      taken.add(folded);
      yield { kind, name: name.toString('utf8'), id };
    }
  }
}

function readTree(pack: Pack, id: string): readonly TreeEntry[] {
  const object = pack.read(id);
  if (object?.type !== 'tree') throw new RegistryRefusal('The received data is incomplete. Try again.');
  return parseTree(object.bytes);
}

function writeNewFile(path: string, bytes: Buffer): void {
  const file = openSync(path, CREATE_NEW, 0o644);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } finally {
    closeSync(file);
  }
}

export function createSkipped() {
  const named: string[] = [];
  let count = 0;
  return {
    add(path: string, why: string) {
      count += 1;
      if (named.length < MOST_NAMED) named.push(`${printable(path)} ${why}`);
    },
    sentences: (): readonly string[] =>
      count > named.length ? [...named, `${count - named.length} more were skipped`] : named,
  };
}
