import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { trayIconFile } from '../../../src-main/tray/tray-icon.ts';

const FOLDER = 'assets/tray';

for (const platform of ['linux', 'darwin', 'win32'] as const)
  for (const glyph of ['serving', 'starting', 'problem'] as const)
    it(`has a picture of ${glyph} for ${platform}, on light and on dark`, () => {
      for (const dark of [true, false])
        expect(existsSync(trayIconFile(FOLDER, glyph, platform, dark))).toBe(true);
    });

it('has one picture on Windows for every taskbar', () => {
  expect(trayIconFile(FOLDER, 'serving', 'win32', true)).toBe(
    trayIconFile(FOLDER, 'serving', 'win32', false),
  );
});

it('names macOS’ pictures as templates, with one for high resolution', () => {
  expect(trayIconFile(FOLDER, 'serving', 'darwin', false)).toMatch(/Template\.png$/);
  expect(existsSync('assets/tray/servingTemplate@2x.png')).toBe(true);
});
