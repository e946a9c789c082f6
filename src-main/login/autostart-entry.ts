/** XDG autostart entry. */
import { LOGIN_SWITCH } from '../start-mode.ts';

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
