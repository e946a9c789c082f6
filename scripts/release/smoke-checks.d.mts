/** Starts the app in the tray, and asks its service; how many skills it serves. Throws where it isn't right. */
export function checkHiddenStart(app: {
  readonly binary: string;
  readonly switches: readonly string[];
  readonly version: string;
}): Promise<number>;

/** The command line tells the version, and answers `initialize` over stdio; throws where it isn't so. */
export function checkCommandLine(command: readonly string[], version: string): Promise<void>;
