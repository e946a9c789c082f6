import { resolve } from 'node:path';

/** In our login entries. */
export const LOGIN_SWITCH = '--at-login';
export const HIDDEN_SWITCH = '--hidden';

export interface StartFacts {
  readonly argv: readonly string[];
  /** Reported by macOS. */
  readonly openedAtLogin: boolean;
  readonly startHidden: boolean;
}

export function startsHidden({ argv, openedAtLogin, startHidden }: StartFacts): boolean {
  if (argv.includes(HIDDEN_SWITCH)) return true;
  return startHidden && (openedAtLogin || argv.includes(LOGIN_SWITCH));
}

/** `--port 8710`, `--port=8710` or `-p 8710`. */
export function portOf(argv: readonly string[]): number | undefined {
  const at = argv.findIndex((arg) => /^(?:--port|-p)(?:=|$)/.test(arg));
  const text = argv[at]?.split('=')[1] ?? argv[at + 1];
  if (at === -1 || text === undefined || !/^[0-9]{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/**
 * `--registry /x`, `--registry=/x` or `-r /x`; absolute or `~/…`.
 * @param cwd base of relative paths
 */
export function registryOf(argv: readonly string[], cwd: string): string | undefined {
  const at = argv.findIndex((arg) => /^(?:--registry(?:=|$)|-r$)/.test(arg));
  const path = /^--registry=(.*)$/s.exec(argv[at] ?? '')?.[1] ?? argv[at + 1];
  if (at === -1 || path === undefined || path === '' || path.startsWith('-')) return undefined;
  return path.startsWith('~') ? path : resolve(cwd, path);
}

/** From a second start, since Chromium reorders its arguments. */
export interface HandedOver {
  readonly registry?: string;
}

/** @param data from another process of the same user */
export function readHandedOver(data: unknown): HandedOver {
  if (typeof data !== 'object' || data === null || !('registry' in data)) return {};
  return typeof data.registry === 'string' ? { registry: data.registry } : {};
}
