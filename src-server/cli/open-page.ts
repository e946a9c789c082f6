import { spawn } from 'node:child_process';
import { systemProgram } from '../connect/port-owner.ts';
import { findProgram } from '../find-program.ts';

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

/** Absolute path, arguments. */
function openerOf(env: Environment, platform: NodeJS.Platform): readonly string[] | undefined {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform === 'win32') return [systemProgram('rundll32.exe', env), 'url.dll,FileProtocolHandler'];
  const found = findProgram('xdg-open', env);
  return found === undefined ? undefined : [found];
}
