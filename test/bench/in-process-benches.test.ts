/** @module-tag ci */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

/** Those that need no service, no browser and no minutes; nobody runs the others but by hand. */
describe.each([['search', '| a name |']])('the bench %s', (name, row) => {
  it('still runs, at its smallest, and prints its table', () => {
    const options = [name, '--skills', '85', '--rounds', '1'];
    const out = execFileSync(process.execPath, [join(PROJECT, 'scripts/bench.mjs'), ...options], {
      cwd: PROJECT,
      encoding: 'utf8',
    });
    expect(out).toContain(row);
  });
});
