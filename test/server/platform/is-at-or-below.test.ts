import { join, parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAtOrBelow } from '../../../src-server/platform/files.ts';

const ROOT = parse(process.cwd()).root;
const FOLDER = join(ROOT, 'a', 'site');

describe('a path is at or below a folder', () => {
  it.each([FOLDER, join(FOLDER, 'b'), join(FOLDER, '..b'), join(FOLDER, 'b', 'c')])('%s', (path) => {
    expect(isAtOrBelow(path, FOLDER)).toBe(true);
  });

  it.each([ROOT, join(ROOT, 'a'), join(ROOT, 'a', 'site-2'), join(ROOT, 'a', 'other', 'site')])(
    'but not %s',
    (path) => {
      expect(isAtOrBelow(path, FOLDER)).toBe(false);
    },
  );
});
