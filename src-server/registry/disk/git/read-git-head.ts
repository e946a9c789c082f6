import { dirname, join } from 'node:path';
import { OBJECT_ID } from '../../../git-format/git-objects.ts';
import type { DiskReader } from '../disk-reader.ts';
import type { GitFolders } from './git-folders.ts';

export interface GitHead {
  /** Commit, 40 hexadecimal digits. */
  readonly id: string;
  /** Since 1970: when HEAD or its branch was written. */
  readonly movedMs: number;
  /** With an event when HEAD moves. */
  readonly folders: readonly string[];
}

const MAX_REF_BYTES = 4 * 1024;
/** Some 200,000 refs. */
export const MAX_PACKED_REFS_BYTES = 16 * 1024 * 1024;
/** Git's own limit. */
const MOST_SYMBOLIC = 5;
/** Segments never begin with a dot. */
const REF = /^refs(?:\/[^/.\s\\~^:?*[\0-\x1f\x7f][^/\s\\~^:?*[\0-\x1f\x7f]*)+$/;
const LONGEST_REF = 255;

/** Undefined without commit, or with refs of another format. */
export function readGitHead({ own, shared }: GitFolders, reader: DiskReader): GitHead | undefined {
  const head = readFile(own, 'HEAD', MAX_REF_BYTES, reader);
  const folders = new Set([own, shared]);
  let [text, movedMs] = [head?.text ?? '', head?.mtimeMs ?? 0];
  for (let step = 0; step < MOST_SYMBOLIC; step += 1) {
    if (OBJECT_ID.test(text)) return { id: text, movedMs, folders: [...folders] };
    const ref = /^ref: *(.*)$/.exec(text)?.[1] ?? '';
    if (!REF.test(ref) || ref.length > LONGEST_REF) return undefined;
    folders.add(dirname(join(shared, ref)));
    const target = readFile(shared, ref, MAX_REF_BYTES, reader) ?? readPacked(shared, ref, reader);
    if (target === undefined) return undefined;
    text = target.text;
    movedMs = Math.max(movedMs, target.mtimeMs);
  }
  return undefined;
}

interface RefFile {
  readonly text: string;
  readonly mtimeMs: number;
}

function readFile(inside: string, name: string, maxSize: number, reader: DiskReader): RefFile | undefined {
  const read = reader.read({ path: join(inside, name), inside, maxSize });
  if (!read.ok) return undefined;
  return { text: read.bytes.toString('latin1').trimEnd(), mtimeMs: read.stamp.mtimeMs };
}

/** Lines of `<id> <ref>`. */
function readPacked(shared: string, ref: string, reader: DiskReader): RefFile | undefined {
  const packed = readFile(shared, 'packed-refs', MAX_PACKED_REFS_BYTES, reader);
  if (packed === undefined) return undefined;
  const lines = `\n${packed.text}\n`;
  const at = lines.indexOf(` ${Buffer.from(ref).toString('latin1')}\n`);
  if (at === -1) return undefined;
  return { text: lines.slice(lines.lastIndexOf('\n', at) + 1, at), mtimeMs: packed.mtimeMs };
}
