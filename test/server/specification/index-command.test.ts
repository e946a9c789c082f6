import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCliHere } from '../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/redis/hiredis';
const BROKEN = 'cpp/a/broken';

interface WrittenIndex {
  readonly version: number;
  readonly updated_at: string;
  readonly skills: ReadonlyArray<{ readonly key: string }>;
}

function indexOf(folder: string): WrittenIndex {
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as WrittenIndex;
}

describe('`version` is incremented on each index update', () => {
  it('and with the weekly one that changes the time alone', async () => {
    const folder = temporaryRegistry([KEY]);
    await runCliHere(['index', folder]);
    const file = join(folder, 'index.json');
    const text = readFileSync(file, 'utf8').replace(
      /"updated_at": "[^"]*"/,
      '"updated_at": "2026-01-01T00:00:00Z"',
    );
    writeFileSync(file, text);
    expect(await runCliHere(['index', folder])).toMatchObject({ code: 0, err: '' });
    const { version, updated_at: time } = indexOf(folder);
    expect([version, Date.parse(time) > Date.parse('2026-02-01')]).toEqual([2, true]);
  });
});

describe('the weekly refresh', () => {
  const registry = () =>
    temporaryFolder({
      ...validSkillFiles(KEY),
      [`skills/${BROKEN}/skill.json`]: '{',
      'skills/cpp/a/other/skill.json': { schema: 'skills/v2' },
    });

  it('lists the other skills where some are rejected, and names those', async () => {
    const folder = registry();
    const { code, err } = await runCliHere(['index', folder]);
    expect(indexOf(folder).skills.map(({ key }) => key)).toEqual([KEY]);
    expect(code).toBe(0);
    expect(err).toContain(`skills/${BROKEN}`);
    expect(err).toContain('skills/cpp/a/other');
  });

  it('ends with 1 where some are rejected and --strict is given', async () => {
    const folder = registry();
    expect(await runCliHere(['index', folder, '--strict'])).toMatchObject({ code: 1 });
    expect(indexOf(folder).skills.map(({ key }) => key)).toEqual([KEY]);
    expect(await runCliHere(['index', folder, '--strict', '--check'])).toMatchObject({ code: 1 });
    expect(await runCliHere(['index', folder, '--check'])).toMatchObject({ code: 0 });
  });
});
