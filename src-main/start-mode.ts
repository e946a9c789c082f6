/** What the arguments of a start ask for: a folder, a port, and whether a window opens. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The switch in our login entries, by which the app knows that the system started it. */
export const LOGIN_SWITCH = '--at-login';
export const HIDDEN_SWITCH = '--hidden';

export interface StartFacts {
  readonly argv: readonly string[];
  /** Whether macOS says that it opened the app at login. */
  readonly openedAtLogin: boolean;
  readonly startHidden: boolean;
}

export function startsHidden({ argv, openedAtLogin, startHidden }: StartFacts): boolean {
  if (argv.includes(HIDDEN_SWITCH)) return true;
  return startHidden && (openedAtLogin || argv.includes(LOGIN_SWITCH));
}

/** Reads the options that `serve` has, too; Chromium's own are passed over. */
function optionsOf(argv: readonly string[]) {
  const options = { port: { type: 'string', short: 'p' }, registry: { type: 'string', short: 'r' } } as const;
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true }).values;
}

export function portOf(argv: readonly string[]): number | undefined {
  const { port } = optionsOf(argv);
  if (typeof port !== 'string' || !/^[0-9]{1,5}$/.test(port)) return undefined;
  return Number(port) >= 1 && Number(port) <= 65_535 ? Number(port) : undefined;
}

/**
 * Returns the folder that was named, as an absolute path or as one that begins with `~`.
 * @param cwd the base of relative paths
 */
export function registryOf(argv: readonly string[], cwd: string): string | undefined {
  const { registry } = optionsOf(argv);
  if (typeof registry !== 'string' || registry === '' || registry.startsWith('-')) return undefined;
  return registry.startsWith('~') ? registry : resolve(cwd, registry);
}

/**
 * Returns the folder that a second start hands over; Chromium reorders its arguments, so it is sent apart.
 * @param data from another process of the same user
 */
export function readHandedOver(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('registry' in data)) return undefined;
  return typeof data.registry === 'string' ? data.registry : undefined;
}
