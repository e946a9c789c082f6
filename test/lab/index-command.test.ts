import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCliProcess, temporaryUserFolder } from '../support/built-cli.ts';
import { createDiskLab, noDiskLab } from '../support/disk-lab/disk-lab.ts';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const INDEX = {
  schema: 'skills/v1',
  version: 7,
  updated_at: '2026-01-01T00:00:00Z',
  ours: 'a field that nobody else knows',
  skills: [{ key: KEY, note: 'kept' }, { key: OTHER }],
};

const PLACES = [
  ['that file', 'index.json'],
  ['one skill’s folder', `skills/${KEY}`],
  ['a language', 'skills/cpp'],
] as const;

describe('skills-registry index', unless(noDiskLab), () => {
  it.each(PLACES)('leaves index.json unchanged if %s can’t be read', async (_what, path) => {
    const registry = temporaryRegistry([KEY, OTHER], { 'index.json': INDEX });
    const before = readFileSync(join(registry, 'index.json'), 'utf8');
    const lab = createDiskLab();
    lab.fail(join(registry, path), 'EIO', 'or');
    const surroundings = { userFolder: temporaryUserFolder(), env: lab.env };
    const { code, err } = await runCliProcess(['index', registry], surroundings);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('EIO') });
    expect(readFileSync(join(registry, 'index.json'), 'utf8')).toBe(before);
  });
});

describe('skills-registry validate --fix', unless(noDiskLab), () => {
  it.each(PLACES)('leaves index.json unchanged if %s can’t be read, with a message', async (_what, path) => {
    const registry = temporaryRegistry([KEY, OTHER], { 'index.json': INDEX });
    const before = readFileSync(join(registry, 'index.json'), 'utf8');
    const lab = createDiskLab();
    lab.fail(join(registry, path), 'EIO', 'or');
    const surroundings = { userFolder: temporaryUserFolder(), env: lab.env };
    const { out } = await runCliProcess(['validate', registry, '--fix', '--no-backup'], surroundings);
    expect(out).toMatch(/^.*EIO.* index\.json is left as it is\.$/m);
    expect(readFileSync(join(registry, 'index.json'), 'utf8')).toBe(before);
  });
});
