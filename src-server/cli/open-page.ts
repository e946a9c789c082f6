import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { systemProgram } from '../connect/system-program.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined if a user sits at this computer. */
export function whyNotOpened(env: Environment, platform: NodeJS.Platform): string | undefined {
  if (env['CI']) return 'this is a CI job';
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return 'this is a session over ssh';
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'there is no display';
  return openerOf(env, platform) === undefined ? 'there is no xdg-open' : undefined;
}

/** Detached; ignores errors. */
export function openPage(url: string, env: Environment, platform: NodeJS.Platform): void {
  const [program = '', ...args] = openerOf(env, platform) ?? [];
  const opener = spawn(program, [...args, url], { detached: true, stdio: 'ignore', env });
  opener.once('error', () => undefined);
  opener.unref();
}

/** Absolute path and arguments. */
function openerOf(env: Environment, platform: NodeJS.Platform): readonly string[] | undefined {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform === 'win32') return [systemProgram('rundll32.exe', env), 'url.dll,FileProtocolHandler'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const found = folders.map((folder) => join(folder, 'xdg-open')).find(isProgram);
  return found === undefined ? undefined : [found];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
