import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src-server/cli/exit-codes.ts';
import { createProgram } from '../../src-server/cli/run-cli.ts';
import { STANDARD_FILES } from '../../src-server/contract/api/standard-files.ts';
import { TRUST_MAXIMA } from '../../src-server/contract/api/trust-makeup.ts';
import { TIER_RANGES } from '../../src-server/contract/api/trust-tiers.ts';
import { completeness } from '../../src-server/validation/completeness.ts';
import { silentIo } from '../support/run-cli-here.ts';
import { readPage } from './markdown-page.ts';

const { prose } = readPage('docs/validation.md');

/** The rows of the table with this head. */
function rowsOf(head: string): readonly (readonly string[])[] {
  const lines = prose.split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  const rest = lines.slice(from + 2);
  const end = rest.findIndex((line) => !line.startsWith('| '));
  return rest.slice(0, end).map((line) => line.slice(2, -2).split(' | '));
}

it('the page has all options of validate, and no other', async () => {
  const command = (await createProgram(silentIo())).commands.find((one) => one.name() === 'validate');
  const options = command?.options.map(({ long }) => long);
  const named = ['--json', ...rowsOf('Option').map(([cell = '']) => /--[a-z-]+/.exec(cell)?.[0])];
  expect(named.toSorted()).toEqual(options?.toSorted());
});

it('its exit codes are those of the program', () => {
  const { ok, failed, usage, noRegistry } = EXIT_CODES;
  expect(rowsOf('Exit code').map(([code]) => Number(code))).toEqual([ok, failed, usage, noRegistry]);
});

describe('the table of completeness', () => {
  const { P0, P1, P2 } = STANDARD_FILES;
  const examples = ['examples/basic.cpp', 'examples/more.cpp'];
  /** Skills for each row, with the least and the most that the row is about. */
  const skills: Readonly<Record<string, readonly [least: readonly string[], most: readonly string[]]>> = {
    'all P0, P1, P2 and examples': [
      [...P0, ...P1, ...P2, 'examples/a.cpp'],
      [...P0, ...P1, ...P2, ...examples],
    ],
    'all P0, P1 and examples': [
      [...P0, ...P1, 'examples/a.cpp'],
      [...P0, ...P1, ...examples],
    ],
    'all P0 and examples': [
      [...P0, 'examples/a.cpp'],
      [...P0, ...P1.slice(1), ...P2, ...examples],
    ],
    'all P0': [P0, [...P0, ...P1, ...P2]],
    'not all P0': [P0.slice(1), [...P0.slice(1), ...P1, ...P2, ...examples]],
  };

  it('has a row for every kind of skill', () => {
    expect(rowsOf('Present').map(([present]) => present)).toEqual(Object.keys(skills));
  });

  it.each(rowsOf('Present'))('%s: is %s, computed as it says', (present = '', range = '', computed = '') => {
    const declared = range === 'below 40' ? [0, 39] : range.split('–').map(Number);
    const lowest = Number(/^\d+/.exec(computed)?.[0]);
    for (const files of skills[present] ?? []) {
      const found = completeness(new Set(files));
      expect(found.range).toEqual([declared[0], declared.at(-1)]);
      expect(found.score).toBeGreaterThanOrEqual(present === 'not all P0' ? 0 : lowest);
    }
    const [least = []] = skills[present] ?? [];
    expect(completeness(new Set(least)).score).toBe(present === 'not all P0' ? 2 * lowest : lowest);
  });
});

it('it gives every source of trust with its maximum, and the ranges of both tiers', () => {
  for (const [source, most] of Object.entries(TRUST_MAXIMA)) expect(prose).toContain(`\`${source}\` ${most}`);
  for (const [tier, [lowest, highest]] of Object.entries(TIER_RANGES))
    expect(prose).toMatch(new RegExp(`\\b${tier}\\b[^.;]*\\b${lowest} to ${highest}\\b`));
});
