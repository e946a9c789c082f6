import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WINDOW_GROUND } from '../../../src-main/window/window-ground.ts';

it('the window has the page’s background before the page is drawn', () => {
  const tokens = readFileSync('src-renderer/styles/tokens.css', 'utf8');
  const desks = [...tokens.matchAll(/--desk: (#\w+);/g)].map(([, colour]) => colour);
  expect(new Set(desks)).toEqual(new Set([WINDOW_GROUND.light, WINDOW_GROUND.dark]));
  expect(desks[0]).toBe(WINDOW_GROUND.light);
});
