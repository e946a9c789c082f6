import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeInside } from '../../src-server/platform/write-file.ts';
import { Refusal } from '../refusal.ts';
import { LOGIN_SWITCH } from '../start-mode.ts';
import type { LoginItem } from './login-entry.ts';

export interface LinuxLoginOptions {
  /** `$XDG_CONFIG_HOME` or `~/.config`. */
  readonly configHome: string;
  readonly desktopFileName: string;
  readonly appName: string;
  /** `$APPIMAGE`, or the running executable. */
  readonly executable: string;
  readonly unsupported?: string;
}

/** `set` rejects with a `Refusal` if unsupported. */
export function createLinuxLoginItem(options: LinuxLoginOptions): LoginItem {
  const { unsupported } = options;
  const folder = join(options.configHome, 'autostart');
  const file = join(folder, options.desktopFileName);
  const read = () => readFile(file, 'utf8').catch(() => undefined);

  const write = () =>
    writeInside(folder, options.desktopFileName, autostartEntry(options.appName, options.executable));

  return {
    async read() {
      if (unsupported !== undefined) return { state: 'unsupported', reason: unsupported };
      const entry = await read();
      if (entry === undefined) return { state: 'off' };
      if (isDisabled(entry))
        return { state: 'blocked', reason: `The desktop turned it off in ${file}; turn it off and on here.` };
      return { state: 'on' };
    },
    async set(on) {
      if (unsupported !== undefined) throw new Refusal(unsupported);
      if (on) await write();
      else await rm(file, { force: true });
    },
    async repair() {
      const entry = unsupported === undefined ? await read() : undefined;
      if (entry === undefined || isDisabled(entry)) return;
      if (executableOf(entry) !== options.executable) await write();
    },
  };
}

/**
 * Escapes by the Desktop Entry Specification.
 * @param executable the AppImage: mount points change on each start
 */
export function autostartEntry(name: string, executable: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${quoteExec(executable)} ${LOGIN_SWITCH}`,
    'X-GNOME-Autostart-enabled=true',
    'Terminal=false',
    '',
  ].join('\n');
}

/** Undefined without a program. */
export function executableOf(entry: string): string | undefined {
  const exec = /^Exec=(.*)$/m.exec(entry)?.[1];
  if (exec === undefined) return undefined;
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(exec.replace(/\\\\/g, '\\'));
  if (quoted?.[1] !== undefined) return quoted[1].replace(/\\(.)/g, '$1').replace(/%%/g, '%');
  return exec.split(' ')[0] || undefined;
}

export function isDisabled(entry: string): boolean {
  return /^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(entry);
}

/** In quotes, `"`, `` ` ``, `$` and `\` need a backslash, itself escaped in string values; `%` is doubled. */
function quoteExec(executable: string): string {
  const quoted = executable.replace(/["`$\\]/g, '\\$&').replace(/%/g, '%%');
  return `"${quoted}"`.replace(/\\/g, '\\\\');
}
