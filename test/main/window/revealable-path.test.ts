import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskSlots } from '../../../src-main/disk-slots.ts';
import { createPathInspection, revealablePath } from '../../../src-main/window/revealable-path.ts';
import { createFakeClock } from '../fake-clock.ts';

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

it('is given up where the disk doesn’t answer, and none is begun before it does', async () => {
  const clock = createFakeClock();
  const looks: Array<(path: string) => void> = [];
  const look = createPathInspection(
    clock,
    createDiskSlots(),
    () => new Promise((resolve) => looks.push(resolve)),
  );
  const first = expect(look('x', ['/gone'])).rejects.toThrow('doesn’t answer');
  await clock.advance(3_000);
  await first;
  await expect(look('x', ['/gone'])).rejects.toThrow('doesn’t answer');
  expect(looks).toHaveLength(1);
  looks[0]?.('/gone/x');
  await clock.advance(0);
  const second = look('y', ['/gone']);
  looks[1]?.('/gone/y');
  expect(await second).toBe('/gone/y');
});
