import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { onWindows, unless } from '../support/unless.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function runExamples(words: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const script = join(ROOT, 'scripts/run-examples.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

describe('the examples of the sample registry', unless(onWindows), () => {
  it('are each run or skipped by name, where no library is installed', () => {
    const { status, stdout } = runExamples([], { PATH: '/nowhere' });
    const keys = readdirSync(join(ROOT, 'assets/sample-registry/skills'), {
      recursive: true,
      encoding: 'utf8',
    })
      .filter((path) => path.endsWith('/examples'))
      .map((path) => path.replace(/\/examples$/, ''));
    expect(keys.filter((key) => !stdout.includes(`skipped  ${key}: `))).toEqual([]);
    expect(status).toBe(0);
  });

  it('run, where their library is there: ws is one of our own packages', () => {
    const { status, stdout } = runExamples(['websockets/ws']);
    expect(stdout).toMatch(/^ran {6}js\/websockets\/ws \(8\.[\d.]+\)/);
    expect(status).toBe(0);
  });

  it('that nobody has are a wrong question', () => {
    const { status, stderr } = runExamples(['no-such-skill']);
    expect(status).toBe(2);
    expect(stderr).toContain('no-such-skill');
  });
});
