/** Path of Electron's binary, or undefined where it was not fetched. */
export function findElectron(
  root: string,
  platform?: NodeJS.Platform,
  env?: NodeJS.ProcessEnv,
): string | undefined;

/** Why the browser has to do, in a clause; undefined where the desktop app can run. */
export function whyBrowser(facts: {
  readonly args: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly isRoot: boolean;
}): string | undefined;
