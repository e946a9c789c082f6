import { posix, win32 } from 'node:path';
import type { CliFiles } from '../../src-server/contract/clients/command.ts';
import type { NoCommand } from '../../src-server/contract/clients/mcp-clients.ts';
import { type LoginFacts, loginExecutable } from '../login/login-entry.ts';

export interface OwnCliFacts extends LoginFacts {
  /** `resources/cli`; in development the project folder. */
  readonly folder: string;
  /** Development runs bundle no Node. */
  readonly nodeOnPath: string | undefined;
  readonly isThere: (file: string) => boolean;
}

/** Bundled command line, or why the path is temporary. */
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

/** Refuses development runs. */
export function installedCli(
  { isPackaged }: Pick<OwnCliFacts, 'isPackaged'>,
  cli: CliFiles | NoCommand,
): CliFiles | NoCommand {
  return isPackaged ? cli : { why: 'This is a development run; the installed app can install its command.' };
}
