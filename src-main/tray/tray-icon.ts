/** Which picture the tray shows. States differ by shape, not by colour. Pure. */
import { join } from 'node:path';

/** What the icon tells at a glance. */
export type TrayGlyph = 'serving' | 'starting' | 'problem';

/**
 * @param folder assets/tray
 * @param darkPanel Linux draws the picture as it is, so it must suit the panel; the others choose by themselves
 */
export function trayIconFile(
  folder: string,
  glyph: TrayGlyph,
  platform: NodeJS.Platform,
  darkPanel: boolean,
): string {
  // macOS takes files whose name ends in Template as shapes and colours them itself.
  if (platform === 'darwin') return join(folder, `${glyph}Template.png`);
  if (platform === 'win32') return join(folder, `${glyph}${darkPanel ? '-dark' : '-light'}.ico`);
  return join(folder, `${glyph}${darkPanel ? '-dark' : '-light'}.png`);
}
