/** How this start came about, and so whether it opens the window. Pure. */

/** Given by the login entries that we write. */
export const LOGIN_SWITCH = '--at-login';
/** Given by whoever wants only the tray. */
export const HIDDEN_SWITCH = '--hidden';

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
