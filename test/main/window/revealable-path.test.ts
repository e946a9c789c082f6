import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { revealablePath } from '../../../src-main/window/revealable-path.ts';

let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reveal-')));
  for (const name of ['registry', 'registry-2', 'logs']) mkdirSync(join(root, name));
  writeFileSync(join(root, 'registry', 'index.json'), '{}');
  writeFileSync(join(root, 'registry-2', 'x'), '');
  symlinkSync(join(root, 'registry-2', 'x'), join(root, 'registry', 'out'));
});
afterAll(() => rmSync(root, { recursive: true }));

const reveal = (path: string) => revealablePath(path, [join(root, 'registry'), join(root, 'logs')]);

it('takes paths of the registry, relative and absolute, and the registry itself', async () => {
  expect(await reveal('index.json')).toBe(join(root, 'registry', 'index.json'));
  expect(await reveal(join(root, 'registry', 'index.json'))).toBe(join(root, 'registry', 'index.json'));
  expect(await reveal('.')).toBe(join(root, 'registry'));
  expect(await reveal(join(root, 'logs'))).toBe(join(root, 'logs'));
});

it('refuses what is outside, by dots, by a link, or by a name that only begins alike', async () => {
  for (const path of [
    '../registry-2/x',
    'out',
    join(root, 'registry-2', 'x'),
    '/',
    'index.json\0',
    'missing',
  ])
    expect(await reveal(path), path).toBeUndefined();
});
