/** The command line that came with the app. Pure: whether it is there for good, and where. */
import { posix, win32 } from 'node:path';
import type { CliFiles } from '../../src-server/contract/clients/command.ts';
import type { NoCommand } from '../../src-server/contract/clients/mcp-clients.ts';
import { type LoginFacts, loginExecutable } from '../login/login-entry.ts';

/** What tells where the app's own command line lies. */
export interface OwnCliFacts extends LoginFacts {
  /** The folder that has it: `resources/cli`, or the project's own in a development run. */
  readonly folder: string;
  /** A development run has no Node of its own: the one on the `PATH`, if any. */
  readonly nodeOnPath: string | undefined;
  readonly isThere: (file: string) => boolean;
}

/** Where it lies; or why what lies there now may be gone when somebody starts it. */
export function ownCli(facts: OwnCliFacts): CliFiles | NoCommand {
  const { platform, isPackaged, execPath, folder, nodeOnPath, isThere } = facts;
  if (isPackaged && loginExecutable(facts) !== execPath)
    return {
      why: 'An AppImage’s files are there only while it runs, so nothing can start its command line later. Install the deb package instead.',
    };
  if (platform === 'darwin' && /\/AppTranslocation\/|^\/Volumes\//.test(folder))
    return { why: 'The app has no lasting place yet. Move it to Applications and open it from there.' };
  const { join } = platform === 'win32' ? win32 : posix;
  const node = isPackaged ? join(folder, platform === 'win32' ? 'node.exe' : 'node') : nodeOnPath;
  const script = join(folder, 'dist', 'server', 'skills-registry.cjs');
  if (node === undefined) return { why: 'There is no Node on the PATH that could start the command line.' };
  const missing = [node, script].find((file) => !isThere(file));
  return missing === undefined
    ? { node, script }
    : { why: `This build is incomplete: ${missing} is missing.` };
}

/** What the command for terminals may start: what is installed, never a development run. */
export function installedCli(
  { isPackaged }: Pick<OwnCliFacts, 'isPackaged'>,
  cli: CliFiles | NoCommand,
): CliFiles | NoCommand {
  return isPackaged ? cli : { why: 'This is a development run; the installed app can install its command.' };
}
