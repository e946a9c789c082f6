import { join, normalize } from 'node:path';
import { type Place, settingsFolder } from './place.ts';

/**
 * A path of the table of clients as it is on one machine; undefined where it has a folder that isn't there.
 *
 * @param template with `~`, a folder's name or `<NAME|default>` in it; see
 *   contract/mcp-client-rows.ts
 */
export function expandPath(template: string, place: Place): string | undefined {
  let isWhole = true;
  const path = template.replace(/<(\w+)(?:\|([^>]*))?>/g, (_, name: string, otherwise?: string) => {
    const folder = folderNamed(name, place) ?? otherwise;
    isWhole &&= folder !== undefined;
    return folder ?? '';
  });
  return isWhole ? normalize(path.replace(/^~/, () => place.home)) : undefined;
}

function folderNamed(name: string, place: Place): string | undefined {
  const { platform, home, env } = place;
  const isWindows = platform === 'win32';
  switch (name) {
    case 'settings':
      return settingsFolder(place);
    case 'xdg':
      return isWindows ? undefined : env['XDG_CONFIG_HOME'] || join(home, '.config');
    case 'roaming':
      return isWindows ? settingsFolder(place) : undefined;
    case 'windowsHome':
      return isWindows ? home : undefined;
    case 'local':
      return isWindows ? env['LOCALAPPDATA'] || join(home, 'AppData', 'Local') : undefined;
    default:
      return env[name] || undefined;
  }
}
