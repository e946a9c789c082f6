import { expect, it } from 'vitest';
import { findRepairs, houseStyleCounts, placeOf } from '../../../src-renderer/views/source/repairs.ts';
import { diagnose } from '../../../src-server/contract/diagnostics/diagnostic.ts';

const DUPLICATE = diagnose('key-duplicate', 'skills/cpp/a is not served.', {
  file: 'skills/cpp/a/skill.json',
});
const MISSING = diagnose('file-missing', 'safety.md is missing.', {
  ...{ skillKey: 'cpp/a/b', file: 'skills/cpp/a/b/skill.json', line: 8 },
});
const SCHEMA = diagnose('schema-missing', 'The schema is missing.', { skillKey: 'cpp/a/b' });
const ORPHAN = diagnose('index-entry-orphan', 'The entry has no folder.');
const OLD = diagnose('skill-nested', 'It lies in another skill.');

it('tells what agents don’t get from what they get all the same', () => {
  const { unserved, houseStyle } = findRepairs([OLD, SCHEMA, MISSING, DUPLICATE]);
  expect(unserved).toEqual([DUPLICATE, MISSING]);
  expect(houseStyleCounts(houseStyle)).toEqual({ kinds: 2, places: 2 });
});

it('leaves out what follows from a folder that is left out', () => {
  const follower = diagnose('index-entry-duplicate', 'Two entries name it.', { skillKey: 'cpp/a/a' });
  expect(findRepairs([{ ...DUPLICATE, skillKey: 'cpp/a/a' }, follower]).unserved).toHaveLength(1);
});

it('counts the kinds that one command mends', () => {
  expect(findRepairs([SCHEMA, OLD]).mendable).toMatchObject({ unserved: 0, houseStyle: 1 });
  expect(findRepairs([ORPHAN]).mendable).toEqual({ unserved: 1, houseStyle: 0 });
});

it('names a skill that is not written yet apart', () => {
  const draft = diagnose('skill-draft', 'It is a draft.', { skillKey: 'js/a/b' });
  const { unserved, drafts } = findRepairs([draft]);
  expect(unserved).toEqual([]);
  expect(drafts).toMatchObject([{ key: 'js/a/b' }]);
});

it('leaves it to the view to say that a folder is empty', () => {
  expect(findRepairs([diagnose('registry-empty', 'There is no skill.')]).unserved).toEqual([]);
});

it('leaves out of the house style what others wrote', () => {
  const foreign = { ...SCHEMA, registry: 'team' };
  expect(findRepairs([foreign, OLD], new Set(['team'])).houseStyle).toHaveLength(1);
});

it('names a file with its line', () => {
  expect(placeOf(MISSING)).toBe('skills/cpp/a/b/skill.json:8');
  expect(placeOf(DUPLICATE)).toBe('skills/cpp/a/skill.json');
  expect(placeOf(OLD)).toBe('');
});
