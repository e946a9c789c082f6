/** Files of a commit in a bare repository: listed, checked, then written. Never a checkout. */
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { CREATE_NEW } from '../platform/guarded-path.ts';
import type { GitRun } from '../platform/run-git.ts';
import { type CopyFacts, type FetchLimits, type OriginSession, refuseSize, sizeWords } from './copy.ts';
import { CopyPaths } from './copy-paths.ts';
import { RegistryRefusal } from './registry-refusal.ts';

/** Standard output of git; errors are sentences. */
export type Ask = (args: readonly string[], run?: Partial<GitRun>) => Promise<Buffer>;

export interface TreeSource {
  /** In the repository. */
  readonly read: Ask;
  readonly resolved: OriginSession['resolved'];
  readonly url: string;
  readonly limits: FetchLimits;
}

/** Between two files in the answer of `cat-file`. */
const MAX_HEAD_BYTES = 100;
/** Bounds the memory. */
const READ_AT_ONCE = 32 * 1024 * 1024;
/** See https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

interface TreeFile {
  readonly kind: 'file' | 'link' | 'submodule';
  readonly path: Buffer;
  readonly id: string;
}

const KINDS: Readonly<Record<string, TreeFile['kind']>> = { '120000': 'link', '160000': 'submodule' };

async function listFiles({ read, resolved, url }: TreeSource) {
  const { ref, folder, commit } = resolved;
  const tree = `${commit}:${folder ?? ''}`;
  const out = await read(['ls-tree', '-r', '-z', '--full-tree', tree]).catch(() => {
    throw new RegistryRefusal(`${url} has no folder ${folder} at ${ref ?? 'its head'}.`);
  });
  const files: TreeFile[] = [];
  for (let at = 0; at < out.length; ) {
    const tab = out.indexOf('\t', at);
    const end = out.indexOf(0, tab);
    const [mode = '', , id = ''] = out.toString('latin1', at, tab).split(' ');
    files.push({ kind: KINDS[mode] ?? 'file', path: out.subarray(tab + 1, end), id });
    at = end + 1;
  }
  return files;
}

/** By id; a file that is too large was not sent. */
async function readSizes(read: Ask): Promise<ReadonlyMap<string, number>> {
  const out = await read(['cat-file', '--batch-check=%(objectname) %(objectsize)', '--batch-all-objects']);
  const lines = String(out).trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), Number(line.split(' ')[1])]));
}

interface FileToWrite {
  readonly path: string;
  readonly id: string;
  readonly size: number;
}

/** Checks every name before anything is written. */
export async function writeTree(
  folder: string,
  source: TreeSource,
): Promise<Pick<CopyFacts, 'files' | 'skipped' | 'bytes'>> {
  const { read, limits } = source;
  const sizes = await readSizes(read);
  const paths = new CopyPaths();
  const chosen: FileToWrite[] = [];
  let bytes = 0;
  for (const { kind, path: raw, id } of await listFiles(source)) {
    const path = paths.take(raw);
    const size = sizes.get(id) ?? Number.POSITIVE_INFINITY;
    if (path === undefined) continue;
    if (kind !== 'file') paths.leaveOut(path, `is a ${kind}`);
    else if (size > limits.fileBytes) paths.leaveOut(path, `is larger than ${sizeWords(limits.fileBytes)}`);
    else {
      chosen.push({ path, id, size });
      bytes += size;
    }
    refuseSize(chosen.length, bytes, limits);
  }
  const files: Record<string, string> = Object.create(null);
  for (const part of inParts(chosen))
    for await (const { file, content } of readFiles(part, read))
      if (content.length < 1_024 && content.toString('latin1').startsWith(LFS_POINTER))
        paths.leaveOut(file.path, 'is a pointer of Git LFS, not the file itself');
      else {
        const target = join(folder, ...file.path.split('/'));
        await fs.mkdir(dirname(target), { recursive: true });
        await fs.writeFile(target, content, { flag: CREATE_NEW, mode: 0o644 });
        files[file.path] = file.id;
      }
  return { files, skipped: paths.leftOut, bytes };
}

function* inParts(files: readonly FileToWrite[]): Generator<readonly FileToWrite[]> {
  let [part, size]: [FileToWrite[], number] = [[], 0];
  for (const file of files) {
    part.push(file);
    size += file.size;
    if (size < READ_AT_ONCE) continue;
    yield part;
    [part, size] = [[], 0];
  }
  if (part.length > 0) yield part;
}

async function* readFiles(files: readonly FileToWrite[], read: Ask) {
  const most = files.reduce((sum, { size }) => sum + size + MAX_HEAD_BYTES, 0);
  const input = files.map(({ id }) => `${id}\n`).join('');
  const out = await read(['cat-file', '--batch'], { input, maxBytes: most });
  let at = 0;
  for (const file of files) {
    const from = out.indexOf('\n', at) + 1;
    yield { file, content: out.subarray(from, from + file.size) };
    at = from + file.size + 1;
  }
}
