/** Opens the page of a service in the browser of whoever sits here. */

import { spawn } from 'node:child_process';
import { systemProgram } from '../connect/machine.ts';
import { printable } from '../contract/outside-text.ts';
import type { CliIo } from './cli-io.ts';

/** What decides whether a browser is opened. */
interface Seat {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** Milliseconds after which an opener counts as successful: some stay as the browser that they started. */
const OPENER_MS = 3_000;

/** Returns the variable by which the user wants no browser, such as `BROWSER=none`. */
export function refusesBrowser(env: NodeJS.ProcessEnv): string | undefined {
  if (/^none$/i.test(env['BROWSER'] ?? '')) return 'BROWSER=none';
  return isSet(env['NO_BROWSER']) ? 'NO_BROWSER' : undefined;
}

/**
 * Returns why no browser can be opened where a person asked for one, as a clause; undefined if one can.
 *
 * @example whyNoBrowser({ env: { SSH_CONNECTION: '…' }, platform: 'linux' }) // 'this is a connection over SSH, without a display'
 */
export function whyNoBrowser({ env, platform }: Seat): string | undefined {
  const refused = refusesBrowser(env);
  if (refused !== undefined) return `${refused} is set`;
  const isRemote = isSet(env['SSH_CONNECTION']) || isSet(env['SSH_TTY']);
  const hasDisplay = isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY']);
  // There it would open on the screen of the other computer.
  if (isRemote && !hasDisplay) return 'this is a connection over SSH, without a display';
  const needsDisplay = platform !== 'darwin' && platform !== 'win32' && !isWsl(env);
  return needsDisplay && !hasDisplay ? 'there is no display' : undefined;
}

/** Returns why no browser is opened unasked, as a clause; undefined where a person sits at a terminal with a display. */
export function whyNotUnasked(seat: Seat & Pick<CliIo, 'isTyped'>): string | undefined {
  if (isSet(seat.env['CI'])) return 'this is CI';
  if (!seat.isTyped) return 'there is no terminal';
  return whyNoBrowser(seat);
}

/**
 * Opens an address. Returns why that failed, as a clause; undefined if an opener took it.
 *
 * @param url the address that a running service says of itself
 */
export async function openInBrowser(url: string, { env, platform }: Seat): Promise<string | undefined> {
  const failures: string[] = [];
  for (const [program, ...args] of openers({ env, platform })) {
    const failure = await runOpener(program, [...args, url], env);
    if (failure === undefined) return undefined;
    failures.push(failure);
  }
  return failures.join(', and ');
}

/** Opens the page of a service that has just started, where somebody sits, and prints the address as the last line. */
export async function showPage(url: string, isWanted: boolean, io: CliIo): Promise<void> {
  const seat = { env: io.env, platform: process.platform };
  const why = isWanted
    ? (whyNotUnasked({ ...seat, isTyped: io.isTyped }) ?? (await openInBrowser(url, seat)))
    : undefined;
  if (why !== undefined) io.err(printable(`No browser was opened: ${why}.`));
  io.out(printable(url));
}

type Opener = readonly [program: string, ...args: string[]];

/** The programs that hand an address to the user's browser, the first one first. `start` is no program, but a word of a shell. */
function openers({ env, platform }: Seat): readonly Opener[] {
  if (platform === 'darwin') return [['open']];
  if (platform === 'win32') return [[systemProgram('rundll32.exe', env), 'url.dll,FileProtocolHandler']];
  return isWsl(env) ? [['wslview'], ['xdg-open']] : [['xdg-open']];
}

/** Runs an opener without a shell, so that an address is one word for it. */
function runOpener(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: 'ignore', detached: true, shell: false });
    const isLong = setTimeout(() => resolve(undefined), OPENER_MS);
    const settle = (failure: string | undefined) => {
      clearTimeout(isLong);
      resolve(failure);
    };
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      settle(code === 'ENOENT' ? `there is no ${program}` : `${program} can't be started (${code})`),
    );
    child.once('exit', (code, signal) =>
      settle(code === 0 ? undefined : `${program} ended with ${signal ?? `code ${code}`}`),
    );
    child.unref();
  });
}

function isWsl(env: NodeJS.ProcessEnv): boolean {
  return isSet(env['WSL_DISTRO_NAME']) || isSet(env['WSL_INTEROP']);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^(?:|0|false)$/i.test(value);
}
