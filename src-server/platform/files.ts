import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants, promises as fs, readFileSync, rmSync } from 'node:fs';
import os, { homedir, userInfo } from 'node:os';
import { dirname, join, parse, posix, relative, resolve, sep, win32 } from 'node:path';

/** Signals that end a program which doesn't listen to them. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const cleanups = new Set<() => void>();
let isListening = false;

/**
 * Registers what must not outlive this process: a child, a lock, a temporary folder. If a signal, `process.exit` or an
 * uncaught error ends the process first, `cleanup` runs, and the process ends by that signal. A program that listens to
 * the signal itself ends in its own way, and the cleanups run when it exits.
 *
 * @param cleanup synchronous; may throw
 * @returns takes it back, once the work has ended in its own way
 */
export function atEnd(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  if (!isListening) listen();
  return () => {
    cleanups.delete(cleanup);
    if (cleanups.size === 0) stopListening();
  };
}

/** Registers a temporary file or folder that must not outlive this process, as `atEnd` does. */
export function removeAtEnd(path: string): () => void {
  // Retries: a child that was just ended may have written into it.
  return atEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
}

function listen(): void {
  isListening = true;
  process.on('exit', cleanUp);
  for (const signal of SIGNALS) if (!isIgnored(signal)) process.on(signal, endBy);
}

function stopListening(): void {
  isListening = false;
  process.off('exit', cleanUp);
  for (const signal of SIGNALS) process.off(signal, endBy);
}

function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  cleanUp();
  stopListening();
  // Without a listener the signal ends the process: shells see 130 or 143.
  process.kill(process.pid, signal);
}

function cleanUp(): void {
  // The last first: a child ends before the folder that it writes is removed.
  for (const cleanup of [...cleanups].reverse())
    try {
      cleanup();
    } catch {
      // The others run all the same.
    }
  cleanups.clear();
}

/** Whether the process was started with the signal ignored, as by `nohup`. Known on Linux only. */
function isIgnored(signal: (typeof SIGNALS)[number]): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return ((BigInt(`0x${mask}`) >> BigInt(os.constants.signals[signal] - 1)) & 1n) === 1n;
  } catch {
    return false;
  }
}

/** A refusal to write. Its message is a sentence for people. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';
}

/** The file changed meanwhile; another attempt may help. */
export class FileChanged extends WriteRefused {}

export class FolderTaken extends WriteRefused {}

/** Why a file can't be written, by the code of the system. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  ENAMETOOLONG: 'its path is too long',
  EMFILE: 'this process has too many open files',
  ENFILE: 'the system has too many open files',
  ENOTDIR: 'a file is in its place',
  ENOENT: 'it is gone',
};

/**
 * Makes a sentence of what the system refuses a writer; undefined for other errors.
 *
 * @param path what was to be written: the error names the file of a moment, or none
 */
export function refusalOf(error: unknown, path: string): WriteRefused | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = error instanceof WriteRefused ? undefined : REASONS[code];
  if (reason === undefined) return undefined;
  return new WriteRefused(`${path} can't be written: ${reason} (${code}).`, { cause: error });
}

/** Flags that open a new file; existing files and links fail. `O_NOFOLLOW` is absent on Windows. */
export const CREATE_NEW =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

interface GuardedPath {
  /** An absolute path without links above. Whoever writes must check the last segment. */
  readonly path: string;
  readonly folder: string;
  readonly name: string;
}

/**
 * Checks a path from outside before a write. Refuses links and non-folders below the trusted `root`, which may be a
 * link itself.
 *
 * @param makeFolders permissions of missing folders, which are made; default: they are errors
 */
export async function guardPath(root: string, path: string, makeFolders?: number): Promise<GuardedPath> {
  const segments = path.split('/').flatMap((segment) => segment.split(sep));
  if (segments.some((segment) => ['', '.', '..'].includes(segment) || segment.includes('\0')))
    throw new WriteRefused(`${path} is no path inside of ${root}.`);
  const name = segments.pop() ?? '';
  let folder = await fs.realpath(root);
  for (const segment of ['', ...segments]) {
    folder = join(folder, segment);
    const refused = makeFolders === undefined ? undefined : await makeFolder(folder, makeFolders);
    const stats = await fs.lstat(folder).catch((error: unknown) => {
      // A folder that was there and is gone was removed meanwhile.
      throw refused === undefined || refused.code === 'EEXIST' ? error : refused;
    });
    if (stats.isSymbolicLink())
      throw new WriteRefused(`${folder} is a link; nothing is written through links.`);
    if (!stats.isDirectory()) throw new WriteRefused(`${folder} is not a folder.`);
  }
  return { path: join(folder, name), folder, name };
}

/** Returns why there is no new folder. That is no failure if there is one: a drive's root gives EPERM, a read-only disk EROFS. */
async function makeFolder(folder: string, mode: number): Promise<NodeJS.ErrnoException | undefined> {
  return fs.mkdir(folder, { mode }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
}

/** Inspects what is at a path, without following a link. Undefined if nothing is. */
export async function inspect(path: string): Promise<BigIntStats | undefined> {
  return fs.lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Whether a file belongs to this user; always for root, and where files have no owners. */
export function isOurs({ uid }: { readonly uid: number | bigint }): boolean {
  const own = process.getuid?.() ?? 0;
  return own === 0 || Number(uid) === own;
}

/** Whether a path is a folder or lies below it. Compares texts, so both must be absolute and without links. */
export function isAtOrBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

/** A file in a state: another file, or another state of it, has another mark. */
export type FileMark = string;
export const ABSENT: FileMark = 'absent';

/**
 * Writes a file at once: a new one in the same folder is flushed, then renamed. Makes missing folders. Keeps
 * permissions, and the owner if possible. Rejects with `WriteRefused`, and changes nothing, if the file or a folder
 * above is a link or irregular, or if the system refuses it.
 *
 * @param root trusted; made if it is missing
 * @param options `mode` of a new file, less the umask (default: 0o644); `expected` from `markOf`, rejects with
 * `FileChanged` if the file has another mark
 */
export async function writeInside(
  root: string,
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, expected }: { readonly mode?: number; readonly expected?: FileMark } = {},
): Promise<void> {
  await replaceFile(root, path, content, { mode, ...(expected !== undefined && { expected }) }).catch(
    refusing(join(root, path)),
  );
}

function refusing(path: string): (error: unknown) => never {
  return (error) => {
    throw refusalOf(error, path) ?? error;
  };
}

async function replaceFile(
  root: string,
  path: string,
  content: string | Uint8Array,
  { mode, expected }: { readonly mode: number; readonly expected?: FileMark },
): Promise<void> {
  const folderMode = mode | ((mode & 0o444) >> 2);
  await fs.mkdir(root, { recursive: true, mode: folderMode });
  const place = await guardPath(root, path, folderMode);
  const before = await inspectFile(place);
  const mark = markFrom(before);
  if (expected !== undefined && expected !== mark) throw changed(place);
  const temporary = join(place.folder, `.${place.name}.${randomUUID()}.tmp`);
  const withdraw = removeAtEnd(temporary);
  try {
    await writeNew(temporary, content, mode, before);
    // A folder above may have become a link meanwhile.
    if ((await markOf(root, path)) !== mark) throw changed(place);
    await fs.rename(temporary, place.path);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  } finally {
    withdraw();
  }
}

/** Returns the mark of a file, for `writeInside`. Rejects with `WriteRefused` if it can't be written. */
export async function markOf(root: string, path: string): Promise<FileMark> {
  return markFrom(await inspectFile(await guardPath(root, path)));
}

/** Deletes a file. Rejects with `WriteRefused` as `writeInside` does. */
export async function removeInside(root: string, path: string): Promise<void> {
  const place = await guardPath(root, path);
  await inspectFile(place);
  await fs.unlink(place.path);
}

/**
 * Makes a folder and the missing ones above it. If the writing fails, the returned function removes the new ones that are
 * empty.
 */
export async function makeNewFolders(folder: string): Promise<() => Promise<void>> {
  const first = await fs.mkdir(folder, { recursive: true });
  return async () => {
    for (let at = folder; first !== undefined && isAtOrBelow(at, first); at = dirname(at))
      await fs.rmdir(at).catch(() => {});
  };
}

/**
 * Makes a folder at once: writes `files` into the folder `draft`, then renames that. Never overwrites, and never
 * follows links. Rejects with `FolderTaken` if the folder exists, with `WriteRefused` if the system refuses it.
 *
 * @param root trusted; made if it is missing
 */
export async function placeFolder(
  root: string,
  path: string,
  draft: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
): Promise<string> {
  const removeNew = await makeNewFolders(root).catch(refusing(root));
  const temporary = join(root, draft);
  const withdraw = removeAtEnd(temporary);
  try {
    const waiting = await guardPath(root, draft, 0o777);
    await fs.mkdir(waiting.path);
    for (const [name, text] of files) {
      const file = join(waiting.path, ...name.split('/'));
      await fs.mkdir(dirname(file), { recursive: true });
      await writeNew(file, text, 0o666);
    }
    const target = await guardPath(root, path, 0o777);
    await fs.rename(waiting.path, target.path).catch(async (error: unknown) => {
      // The error code for an existing target depends on the system.
      if ((await inspect(target.path)) === undefined) throw error;
      throw new FolderTaken(`${target.path} exists already; nothing was written.`);
    });
    return target.path;
  } catch (error) {
    await fs.rm(temporary, { recursive: true, force: true });
    await removeNew();
    throw refusalOf(error, join(root, path)) ?? error;
  } finally {
    withdraw();
  }
}

async function inspectFile({ path }: GuardedPath): Promise<BigIntStats | undefined> {
  const stats = await inspect(path);
  if (stats?.isSymbolicLink()) throw new WriteRefused(`${path} is a link; nothing is written through links.`);
  if (stats !== undefined && !stats.isFile()) throw new WriteRefused(`${path} is not a regular file.`);
  return stats;
}

function markFrom(stats: BigIntStats | undefined): FileMark {
  if (stats === undefined) return ABSENT;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

function changed({ path }: GuardedPath): FileChanged {
  return new FileChanged(`${path} was changed meanwhile.`);
}

/**
 * Writes a new file.
 *
 * @param like file whose permissions and owner it gets; default: `mode`
 */
async function writeNew(
  file: string,
  content: string | Uint8Array,
  mode: number,
  like?: BigIntStats,
): Promise<void> {
  // A private text must never be readable by others, even for a moment.
  const handle = await fs.open(file, CREATE_NEW, like === undefined ? mode : 0o600);
  try {
    await handle.writeFile(content);
    if (like !== undefined) {
      await handle.chown(Number(like.uid), Number(like.gid)).catch(() => {});
      await handle.chmod(Number(like.mode) & 0o777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const PROGRAM_NAME = 'skills-registry';

/** Returns the user's home folder; empty without an absolute `HOME` and without a folder of the account. */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string {
  const variable = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  try {
    const account = () => (process.platform === 'win32' ? homedir() : userInfo().homedir);
    return absolute(env[variable]) ?? absolute(account()) ?? '';
  } catch {
    return ''; // The account has no entry, as in containers with a foreign uid.
  }
}

export function requiredHome(home: string): string {
  if (home !== '') return home;
  throw new Error('This account has no home folder. Set HOME to a folder that you can write.');
}

/** Returns a folder of the environment if it is absolute; the XDG specification ignores relative ones. */
export function absolute(folder: string | undefined, platform = process.platform): string | undefined {
  const { isAbsolute } = platform === 'win32' ? win32 : posix;
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/**
 * Returns the folders of this program by the system's convention. `data` is permanent (discovery files, known
 * clients, backups) and made by the first write. Throws where it would be below a missing home.
 */
export function userFolders(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
  home = homeFolder(env),
): { readonly data: string } {
  const inHome = (...parts: readonly string[]) => join(requiredHome(home), ...parts);
  if (platform === 'darwin') return { data: inHome('Library', 'Application Support', PROGRAM_NAME) };
  const isWindows = platform === 'win32';
  const named = absolute(isWindows ? env['LOCALAPPDATA'] : env['XDG_DATA_HOME'], platform);
  const usual = isWindows ? ['AppData', 'Local'] : ['.local', 'share'];
  return { data: join(named ?? inHome(...usual), PROGRAM_NAME) };
}

/**
 * Returns the working folder. The path of a deleted one stays, so that names below it are missing, not somewhere
 * else.
 */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    leaveWorkingFolder();
    return absolute(process.env['PWD']) ?? '/deleted-folder';
  }
}

/**
 * Leaves the working folder: threads and programs that start later need one that exists, and Windows deletes none in
 * use.
 */
export function leaveWorkingFolder(): void {
  process.chdir(parse(process.execPath).root);
}
