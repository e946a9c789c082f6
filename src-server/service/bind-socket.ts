import { existsSync, lstatSync, type Stats, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { HttpApp } from '../http/create-app.ts';
import { type ListeningServer, listen, type ServerLimits } from '../http/http-server.ts';
import { StartError } from './start-error.ts';

/** Bytes of a path that every system takes, its end included (`sun_path`: 108 on Linux, 104 on macOS and BSD). */
const MAX_PATH_BYTES = 103;
const ANSWER_TIMEOUT_MS = 2_000;
/** Windows has named pipes, which are no files: nothing to replace, and nothing to remove. */
const isPipe = process.platform === 'win32';

/**
 * Listens on a Unix socket that this user alone can open. A socket file that a dead process left is replaced, nothing
 * else ever is. Throws `StartError` where the path can't be had; the file is removed when the server closes.
 */
export async function bindSocket(app: HttpApp, path: string, limits: ServerLimits): Promise<ListeningServer> {
  if (!isPipe && Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw unavailable(path, `The path of the socket is too long: ${MAX_PATH_BYTES} bytes at most.`);
  }
  try {
    return await listenForOwner(app, path, limits);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      if (!isPipe) await removeStale(path);
      return await listenForOwner(app, path, limits).catch((cause: unknown) => {
        throw unavailable(path, `${path} is in use.`, cause);
      });
    }
    // The system calls a missing folder a denied one.
    if (!isPipe && !existsSync(dirname(path)))
      throw unavailable(path, `The folder of ${path} does not exist.`, error);
    throw unavailable(path, `The socket ${path} can't be made: ${code ?? String(error)}.`, error);
  }
}

/** Makes the file with mode 0600 from its first moment on: `listen` binds before it returns its promise. */
function listenForOwner(app: HttpApp, path: string, limits: ServerLimits): Promise<ListeningServer> {
  if (isPipe) return listen(app, { path }, limits);
  const before = process.umask(0o177);
  try {
    return listen(app, { path }, limits);
  } finally {
    process.umask(before);
  }
}

/** Removes a socket file behind which nobody answers. */
async function removeStale(path: string): Promise<void> {
  const found = look(path);
  if (found === undefined) return;
  if (!found.isSocket()) throw unavailable(path, `${path} is there already, and is no socket.`);
  if (await isAnswered(path)) throw unavailable(path, `Another process is listening on ${path}.`);
  // The one that was asked, not one that another start has made since.
  if (look(path)?.ino === found.ino) unlinkSync(path);
}

function look(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Whether somebody is, or may be, behind a socket: only a refused connection means nobody. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path, timeout: ANSWER_TIMEOUT_MS });
    const settle = (isLive: boolean) => {
      socket.destroy();
      resolve(isLive);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      settle(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    );
  });
}

function unavailable(path: string, message: string, cause?: unknown): StartError {
  return new StartError({ reason: 'address-unavailable', host: path, port: 0 }, message, { cause });
}
