import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chooseExamples, EXAMPLES, type Example, reasonToSkip } from '../../scripts/sample-examples.mjs';
import { onWindows, unless } from '../support/unless.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SKILLS = join(ROOT, 'assets/sample-registry/skills');

const EXAMPLE: Example = {
  key: 'go/someone/thing',
  file: 'go/someone/thing/examples/basic.go',
  commands: ['go', 'protoc'],
  probe: 'true',
  run: 'true',
  postgres: true,
};
const ALL_THERE = { commands: new Set(['go', 'protoc']), version: '1.0', postgres: true };

function runExamples(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts/run-examples.mjs'), ...words],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe('the examples of the sample registry', () => {
  it('are all in the table, each in its skill’s folder', () => {
    const files = readdirSync(SKILLS, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\/examples\/[^/]+$/.test(path));
    expect(EXAMPLES.map(({ file }) => file).sort()).toEqual(files.sort());
    for (const { key, file } of EXAMPLES) expect(file.startsWith(`${key}/examples/`)).toBe(true);
  });

  it('are chosen by a part of their key, and all without one', () => {
    expect(chooseExamples([])).toHaveLength(EXAMPLES.length);
    expect(chooseExamples(['psf/', 'brianc']).map(({ key }) => key)).toEqual([
      'js/brianc/node-postgres',
      'python/psf/requests',
    ]);
    expect(chooseExamples(['no such thing'])).toEqual([]);
  });

  it('are skipped for the first thing that is missing, and for nothing else', () => {
    expect(reasonToSkip(EXAMPLE, ALL_THERE)).toBeUndefined();
    expect(reasonToSkip(EXAMPLE, { ...ALL_THERE, commands: new Set(['go']) })).toBe('no protoc');
    expect(reasonToSkip(EXAMPLE, { ...ALL_THERE, version: undefined })).toContain('go/someone/thing');
    expect(reasonToSkip(EXAMPLE, { ...ALL_THERE, postgres: false })).toBe('no PostgreSQL');
    expect(reasonToSkip({ ...EXAMPLE, postgres: false }, { ...ALL_THERE, postgres: false })).toBeUndefined();
  });

  it('run, where their library is there: ws is one of our own packages', unless(onWindows), () => {
    const { status, stdout } = runExamples('websockets/ws');
    expect(stdout).toMatch(/^ran {6}js\/websockets\/ws \(8\.[\d.]+\): status 0/);
    expect(status).toBe(0);
  });

  it('that nobody has are a wrong question', () => {
    const { status, stderr } = runExamples('no-such-skill');
    expect(status).toBe(2);
    expect(stderr).toContain('no-such-skill');
  });
});
