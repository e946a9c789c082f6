/** The XDG autostart entry: how a Linux desktop starts the app at login. Pure. */
import { LOGIN_SWITCH } from '../start-mode.ts';

/**
 * The text of the entry. Quoted and escaped as the Desktop Entry Specification asks (`Exec`, then string values).
 * @param executable the AppImage where it is one, never its mount point, which is another one on each start
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

/** The executable that an entry starts, or undefined where it names none. */
export function executableOf(entry: string): string | undefined {
  const exec = /^Exec=(.*)$/m.exec(entry)?.[1];
  if (exec === undefined) return undefined;
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(exec.replace(/\\\\/g, '\\'));
  if (quoted?.[1] !== undefined) return quoted[1].replace(/\\(.)/g, '$1').replace(/%%/g, '%');
  return exec.split(' ')[0] || undefined;
}

/** Whether the desktop was told not to run it. */
export function isDisabled(entry: string): boolean {
  return /^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(entry);
}

/** Inside quotes `"`, `` ` ``, `$` and `\` take a backslash, which is itself escaped in a string value; `%` is doubled. */
function quoteExec(executable: string): string {
  const quoted = executable.replace(/["`$\\]/g, '\\$&').replace(/%/g, '%%');
  return `"${quoted}"`.replace(/\\/g, '\\\\');
}
