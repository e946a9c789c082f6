import { expect, it } from 'vitest';
import {
  effectsByKey,
  findRepairs,
  houseStyleCounts,
  placeOf,
} from '../../../src-renderer/views/source/repairs.ts';
import { diagnose } from '../../../src-server/contract/diagnostic.ts';

const DUPLICATE = diagnose('key-duplicate', 'skills/cpp/a is not served.', {
  file: 'skills/cpp/a/skill.json',
});
const MISSING = diagnose('file-missing', 'safety.md is missing.', {
  skillKey: 'cpp/a/b',
  file: 'skills/cpp/a/b/skill.json',
  line: 8,
});
const SCHEMA = diagnose('schema-missing', 'The schema is missing.', { skillKey: 'cpp/a/b' });
const ORPHAN = diagnose('index-entry-orphan', 'The entry has no folder.');
const OLD = diagnose('skill-nested', 'It lies in another skill.');

it('tells what agents don’t get from what they get all the same', () => {
  const { needed, houseStyle } = findRepairs([OLD, SCHEMA, MISSING, DUPLICATE]);
  expect(needed).toMatchObject([DUPLICATE, MISSING]);
  expect(houseStyleCounts(houseStyle)).toEqual({ kinds: 2, places: 2 });
});

it('leaves out what follows from a folder that is left out', () => {
  const follower = diagnose('index-entry-duplicate', 'Two entries name it.', { skillKey: 'cpp/a/a' });
  expect(findRepairs([{ ...DUPLICATE, skillKey: 'cpp/a/a' }, follower]).needed).toHaveLength(1);
});

it('has one row for a file that is no text, whatever else is said of its bytes', () => {
  const at = { skillKey: 'go/a/b', file: 'skills/go/a/b/overview.md', line: 1 };
  const rows = [
    diagnose('text-binary', 'overview.md holds U+0000.', at),
    diagnose('text-not-utf8', 'overview.md holds U+FFFD.', at),
    diagnose('control-character', 'overview.md holds U+0001.', at),
  ];
  const { needed, houseStyle } = findRepairs(rows);
  expect(needed.map(({ code }) => code)).toEqual(['text-binary']);
  expect(houseStyle).toEqual([]);
  const elsewhere = { ...at, file: 'skills/go/a/b/safety.md' };
  expect(
    findRepairs([...rows, diagnose('text-not-utf8', 'It holds U+FFFD.', elsewhere)]).needed,
  ).toHaveLength(2);
});

it('counts the kinds that one command mends', () => {
  expect(findRepairs([SCHEMA, OLD]).mendable).toMatchObject({ needed: 0, houseStyle: 1 });
  expect(findRepairs([ORPHAN]).mendable).toEqual({ needed: 1, houseStyle: 0 });
});

it('names a skill that is not written yet apart', () => {
  const draft = diagnose('skill-draft', 'It is a draft.', { skillKey: 'js/a/b' });
  const { needed, drafts } = findRepairs([draft]);
  expect(needed).toEqual([]);
  expect(drafts).toMatchObject([{ key: 'js/a/b' }]);
});

it('leaves it to the view to say that a folder is empty', () => {
  expect(findRepairs([diagnose('registry-empty', 'There is no skill.')]).needed).toEqual([]);
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

it.each([
  ['code in another language', 'code-language', 'withheld'],
  ['an index.json that can’t be read', 'index-json-invalid', 'harmful'],
  ['an empty overview.md', 'file-empty', 'harmful'],
  ['an overview.md that is no text', 'text-binary', 'harmful'],
  ['a skill without "files"', 'files-missing', 'harmful'],
  ['an unknown language', 'language-unknown', 'harmful'],
  ['a folder that is not served', 'skill-json-invalid', 'unserved'],
] as const)('calls %s a repair, not the house style', (_, code, effect) => {
  const { needed, houseStyle } = findRepairs([diagnose(code, 'So it is.', { skillKey: 'cpp/a/b' })]);
  expect(houseStyle).toEqual([]);
  expect(needed).toMatchObject([{ code, effect, more: 0 }]);
});

it('says each problem of a file once, and how many further places it has', () => {
  const places = [1, 4, 9].map((line) =>
    diagnose('text-not-utf8', 'U+FFFD.', { skillKey: 'cpp/a/b', file: 'overview.md', line }),
  );
  const other = diagnose('text-not-utf8', 'U+FFFD.', { skillKey: 'cpp/a/b', file: 'safety.md', line: 1 });
  expect(findRepairs([...places, other]).needed).toMatchObject([
    { file: 'overview.md', line: 1, more: 2 },
    { file: 'safety.md', more: 0 },
  ]);
});

it('leaves to their authors what harms agents in an added registry, and says what they don’t get of it', () => {
  const foreign = (code: 'file-empty' | 'code-language') => diagnose(code, '', { registry: 'team' });
  const { needed } = findRepairs([foreign('file-empty'), foreign('code-language')], new Set(['team']));
  expect(needed.map(({ code }) => code)).toEqual(['code-language']);
});

it('knows by skill what agents notice most', () => {
  const found = [
    diagnose('file-empty', '', { skillKey: 'cpp/a/b' }),
    diagnose('code-language', '', { skillKey: 'cpp/a/b' }),
    diagnose('index-json-invalid', ''),
  ];
  expect([...effectsByKey(findRepairs(found))]).toEqual([['cpp/a/b', 'withheld']]);
});
