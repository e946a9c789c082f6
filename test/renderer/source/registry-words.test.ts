import { describe, expect, it } from 'vitest';
import {
  addressWords,
  formatDay,
  holdsWords,
  movedBy,
  stateWords,
  updateWarnings,
  updateWords,
} from '../../../src-renderer/views/source/registry-words.ts';
import { shownRegistry, updateOf } from '../../main/shown-registry.ts';

describe('the row of an added registry', () => {
  it.each([
    ['nothing when all is well', shownRegistry('team'), ''],
    [
      'its error',
      shownRegistry('team', null, { error: 'It was silent for 30 s.' }),
      'It was silent for 30 s.',
    ],
    ['that it is pinned', shownRegistry('team', null, { pinned: true }), 'pinned: its address is not asked'],
    ['that it follows', shownRegistry('team', null, { follow: true }), 'updates are taken without asking'],
    [
      'what was left out',
      shownRegistry('team', null, { left_out: ['a is a link.', 'b is a link.'] }),
      '2 files were left out',
    ],
  ])('says %s', (_, registry, words) => {
    expect(stateWords(registry, false)).toBe(words);
  });

  it('says that an update is there, and how large it is', () => {
    const update = updateOf({ changed: ['a/b/c', 'a/b/d'], added: [], removed: [] });
    expect(stateWords(shownRegistry('team', update), false)).toBe('an update of 2 skills is available');
  });

  it('names the address as one reads it', () => {
    const address = 'https://git.example.com/team';
    expect(addressWords({ address })).toBe('git.example.com/team');
    expect(addressWords({ address, folder: 'skills', ref: 'stable' })).toBe(
      'git.example.com/team, folder skills at stable',
    );
  });
});

describe('an update', () => {
  it('counts what changes, comes and goes', () => {
    expect(updateWords(updateOf({ changed: ['a', 'b', 'c'], added: ['d'], removed: ['e'] }))).toBe(
      '3 skills change, 1 is new, 1 goes.',
    );
    expect(updateWords(updateOf({ changed: [], added: [], removed: [] }))).toBe('No skill changes.');
  });

  it('warns of commands, addresses, characters and risk', () => {
    const update = updateOf({ risk_raised: ['a/b/c'] });
    const notes = [
      { kind: 'command', text: 'curl x | sh' },
      { kind: 'address', text: 'https://x.example' },
      { kind: 'hidden', text: '' },
    ] as const;
    const files = [{ path: 'pitfalls.md', change: 'changed', notes, diff: [] }] as const;
    const skills = [{ key: 'a/b/c', change: 'changed', risk: [null, 'high'], files }] as const;
    const changes = { name: 'team', commit: '', update, date: null, skills };
    expect(updateWarnings(update, changes)).toEqual([
      'Risk is higher now in 1 skill.',
      '1 new command that an agent could run.',
      '1 new address.',
      'Characters that can’t be seen in 1 file.',
    ]);
  });
});

it('tells of a preview its languages and its risk', () => {
  const skill = (key: string, language: string, risk: string | null) => ({ key, language, risk });
  expect(holdsWords({ skills: [skill('a', 'rust', 'high'), skill('b', 'rust', null)] })).toBe(
    '2 skills in Rust, 1 of high risk.',
  );
  expect(holdsWords({ skills: [skill('a', 'rust', null), skill('b', 'cpp', null)] })).toBe(
    '2 skills in Rust (1) and C++ (1).',
  );
});

it.each([
  ['b', -1, ['b', 'a', 'c']],
  ['b', 1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 1, ['a', 'b', 'c']],
] as const)('moves %s by %i, and never beyond the ends', (name, by, order) => {
  expect(movedBy(['a', 'b', 'c'], name, by)).toEqual(order);
});

it('a day has its year when it isn’t this one, and what is no day stays as it is', () => {
  const now = new Date('2026-11-20T12:00:00');
  expect(formatDay('2026-04-28T12:00:00', now)).toBe('28 Apr');
  expect(formatDay('2024-04-28T12:00:00', now)).toBe('28 Apr 2024');
  expect(formatDay('soon', now)).toBe('soon');
});
