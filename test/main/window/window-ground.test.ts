import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WINDOW_GROUND } from '../../../src-main/window/window-size.ts';

it('the window has the page’s background before the page is drawn', () => {
  const tokens = readFileSync('src-renderer/styles/tokens.css', 'utf8');
  const [, light, dark] = /--desk: light-dark\((#\w+), (#\w+)\);/.exec(tokens) ?? [];
  expect({ light, dark }).toEqual(WINDOW_GROUND);
});
