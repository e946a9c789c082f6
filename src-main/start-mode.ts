/** How this start came about: whether it opens the window, and what it asks for. Pure. */
import { resolve } from 'node:path';

/** Given by the login entries that we write. */
export const LOGIN_SWITCH = '--at-login';
/** Given by whoever wants only the tray. */
export const HIDDEN_SWITCH = '--hidden';

/** What tells how the app was started. */
export interface StartFacts {
  readonly argv: readonly string[];
  /** macOS says so itself. */
  readonly openedAtLogin: boolean;
  readonly startHidden: boolean;
}

/** True where this start should stay in the tray. */
export function startsHidden({ argv, openedAtLogin, startHidden }: StartFacts): boolean {
  if (argv.includes(HIDDEN_SWITCH)) return true;
  return startHidden && (openedAtLogin || argv.includes(LOGIN_SWITCH));
}

/** The port that this start was given (`--port 8710`, `--port=8710`, `-p 8710`), for this run only. */
export function portOf(argv: readonly string[]): number | undefined {
  const at = argv.findIndex((arg) => /^(?:--port|-p)(?:=|$)/.test(arg));
  const text = argv[at]?.split('=')[1] ?? argv[at + 1];
  if (at === -1 || text === undefined || !/^[0-9]{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/**
 * The registry that this start was given (`--registry /x`, `--registry=/x`, `-r /x`), to be served as if it had been
 * picked: a whole path, or `~/…`.
 * @param cwd where a relative path begins
 */
export function registryOf(argv: readonly string[], cwd: string): string | undefined {
  const at = argv.findIndex((arg) => /^(?:--registry(?:=|$)|-r$)/.test(arg));
  const path = /^--registry=(.*)$/s.exec(argv[at] ?? '')?.[1] ?? argv[at + 1];
  if (at === -1 || path === undefined || path === '' || path.startsWith('-')) return undefined;
  return path.startsWith('~') ? path : resolve(cwd, path);
}

/** What a second start hands to the app that runs; its arguments alone come in an order that Chromium chooses. */
export interface HandedOver {
  readonly registry?: string;
}

/** @param data from another process of the same user */
export function readHandedOver(data: unknown): HandedOver {
  if (typeof data !== 'object' || data === null || !('registry' in data)) return {};
  return typeof data.registry === 'string' ? { registry: data.registry } : {};
}
