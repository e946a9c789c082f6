import { join } from 'node:path';

/** States differ by shape, not color. */
export type TrayGlyph = 'serving' | 'starting' | 'problem';

/** @param darkPanel Linux shows the image unchanged */
export function trayIconFile(
  folder: string,
  glyph: TrayGlyph,
  platform: NodeJS.Platform,
  darkPanel: boolean,
): string {
  // macOS colors files named `*Template` itself.
  if (platform === 'darwin') return join(folder, `${glyph}Template.png`);
  // Outlined for light and dark taskbars: until a theme changes, Electron reports the apps' theme instead.
  if (platform === 'win32') return join(folder, `${glyph}.ico`);
  return join(folder, `${glyph}${darkPanel ? '-dark' : '-light'}.png`);
}
