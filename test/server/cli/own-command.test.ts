import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cliLine, type OwnCommandFacts, ownCommand } from '../../../src-server/cli/cli-io.ts';
import { printable } from '../../../src-server/contract/outside-text.ts';
import { onWindows, unless } from '../../support/unless.ts';

const ROOT = join('/', 'opt', 'app');
const SCRIPT = join(ROOT, 'dist', 'server', 'skills-registry.cjs');
const path = (...folders: readonly string[]) => ({ env: { PATH: folders.join(delimiter) } });

/** @param files that are there */
function facts(changes: Partial<OwnCommandFacts> = {}, ...files: readonly string[]): OwnCommandFacts {
  return {
    ...path('/usr/bin', '/home/me/.local/bin'),
    platform: 'linux',
    root: ROOT,
    node: '/opt/node/bin/node',
    isThere: (file) => ['/usr/bin/node', ...files].includes(file),
    ...changes,
  };
}

describe('the line that starts this program again', unless(onWindows), () => {
  it.each<readonly [how: string, expected: string, OwnCommandFacts]>([
    ['by its name where PATH has it', 'skills-registry', facts({}, '/home/me/.local/bin/skills-registry')],
    ['by its script where PATH has it not', `node ${SCRIPT}`, facts()],
    ['by the Node that runs it where PATH has none', `/opt/node/bin/node ${SCRIPT}`, facts({ env: {} })],
    [
      'not by a name that only npm’s PATH has',
      `node ${SCRIPT}`,
      facts(path('/p/node_modules/.bin', '/usr/bin'), '/p/node_modules/.bin/skills-registry'),
    ],
    ['by npx where npx fetched it', 'npx skills-registry', facts({ root: '/home/me/.npm/_npx/1a/x' })],
    ['not by a relative PATH', `node ${SCRIPT}`, facts(path('.', '/usr/bin'), 'skills-registry')],
  ])('names it %s', (_how, expected, given) => {
    expect(ownCommand(['list', '-r', 'x'], given).join(' ')).toBe(`${expected} list -r x`);
  });

  it('is quoted for a shell, but for places to fill in', () => {
    expect(cliLine(['serve', '-r', "my folder's", '<folder>'], { env: {} })).toMatch(
      / serve -r 'my folder'\\''s' <folder>$/,
    );
  });

  it.each(['a\0b', '\u001b[2Jb', 'b\u202e', 'a\nb'])(
    'leaves a place for what can’t stand in a line: %j',
    (word) => {
      expect(cliLine(['find', word], { env: {} })).toMatch(/ find <the same text>$/);
    },
  );

  it('gives each word back to bash as it was, or as a place to fill in', () => {
    const parts = fc.oneof(
      fc.constantFrom(...`'"\\$\`;&|<>()[]{}*?!~#%=-: \n\u001b\u202e`, '##[group]', '::', '🦀'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const word = fc.array(parts, { maxLength: 8 }).map((found) => found.join('').replaceAll('\0', ''));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
        const line = cliLine(['serve', ...words], { env: {} });
        expect(line).toBe(printable(line));
        const asPrinted = line.slice(line.indexOf(' serve ') + ' serve '.length);
        const shell = asPrinted.replaceAll('<the same text>', '-');
        const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${shell}`], { encoding: 'utf8' });
        const read = stdout.split('\0').slice(0, -1);
        expect(read).toHaveLength(words.length);
        expect(read.map((one, at) => (one === '-' ? words[at] : one))).toEqual(words);
      }),
      { numRuns: 25 },
    );
  });
});
