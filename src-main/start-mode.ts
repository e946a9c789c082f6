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
