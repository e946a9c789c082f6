import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

describe('the security checklist', () => {
  it('has all twenty recommendations in their order', () => {
    expect(rows.map(([number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it.each(rows)('%s, %s: is done where it says, or does not apply', (_number, _name, _here, where = '') => {
    if (where === 'not applicable') return;
    const [, file = '', code = ''] = /^`([^`]+)`: `(.+)`$/.exec(where) ?? [];
    expect(readFileSync(file, 'utf8')).toContain(code);
  });

  it('has nothing in the sources of what is said not to be set', () => {
    const window = readFileSync('src-main/window/app-window.ts', 'utf8');
    for (const unsafe of [
      'allowRunningInsecureContent',
      'experimentalFeatures',
      'enableBlinkFeatures',
      'webviewTag',
    ])
      expect(window).not.toContain(unsafe);
  });
});
