import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeInside } from '../../src-server/platform/write-file.ts';
import { Refusal } from '../refusal.ts';
import { autostartEntry, executableOf, isDisabled } from './autostart-entry.ts';
import type { LoginItem } from './login-item.ts';

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
