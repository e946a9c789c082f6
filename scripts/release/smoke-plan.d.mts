type Command = readonly string[];

export interface InstallPlan {
  /** The installer's ending. */
  readonly format: string;
  /** Upgrades, too. */
  readonly install: readonly Command[];
  /** Where the app is then; undefined where it runs from the file itself. */
  readonly folder: string | undefined;
  readonly binary: string;
  readonly switches: readonly string[];
  readonly uninstall: readonly Command[];
  /** What must not be there any more then. */
  readonly gone: readonly string[];
  /** An entry as the app makes it, which an upgrade must leave and an uninstall must take. */
  readonly loginEntry: { readonly set: Command; readonly isSet: Command } | undefined;
}

export function installPlan(file: string, env: Readonly<Record<string, string | undefined>>): InstallPlan;

/** How to ask the system whether a signature is whole; undefined where there are none. */
export function signatureCommand(
  platform: NodeJS.Platform,
  packed: { readonly app: string; readonly binary: string },
): Command | undefined;

/** What is wrong about the answer, or undefined. */
export function signatureObjection(
  platform: NodeJS.Platform,
  isSigned: boolean,
  answer: { readonly status: number | null; readonly output: string },
): string | undefined;

/** The processes whose program lies in a folder; a line of `listing` is an id and a path. */
export function processesIn(folder: string, listing: string): readonly number[];
