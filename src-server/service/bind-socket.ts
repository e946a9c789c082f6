import { existsSync, lstatSync, type Stats, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { HttpApp } from '../http/app.ts';
import { type ListeningServer, listen, type ServerLimits } from '../http/http-server.ts';
import { StartError } from './start-error.ts';

/** With terminator; `sun_path`: 108 on Linux, 104 on macOS and BSD. */
const MAX_PATH_BYTES = 103;
const ANSWER_TIMEOUT_MS = 2_000;
/** Named pipes are no files. */
const isPipe = process.platform === 'win32';

/**
 * For this user alone. Replaces only socket files of dead processes. Throws `StartError` if the path is
 * unavailable. Closing removes the file.
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
    // The system reports a missing folder as a permission error.
    if (!isPipe && !existsSync(dirname(path)))
      throw unavailable(path, `The folder of ${path} does not exist.`, error);
    throw unavailable(path, `The socket ${path} can't be made: ${code ?? String(error)}.`, error);
  }
}

/** Mode 0600 from the start: `listen` binds before returning the promise. */
function listenForOwner(app: HttpApp, path: string, limits: ServerLimits): Promise<ListeningServer> {
  if (isPipe) return listen(app, { path }, limits);
  const before = process.umask(0o177);
  try {
    return listen(app, { path }, limits);
  } finally {
    process.umask(before);
  }
}

async function removeStale(path: string): Promise<void> {
  const found = statOf(path);
  if (found === undefined) return;
  if (!found.isSocket()) throw unavailable(path, `${path} is there already, and is no socket.`);
  if (await isAnswered(path)) throw unavailable(path, `Another process is listening on ${path}.`);
  // Another process may have created a new socket meanwhile.
  if (statOf(path)?.ino === found.ino) unlinkSync(path);
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Only a refused connection proves a dead socket. */
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
