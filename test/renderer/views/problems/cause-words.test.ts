import { describe, expect, it } from 'vitest';
import { locationOf } from '../../../../src-renderer/skill/diagnostic-advice.ts';
import {
  causesAsText,
  cleanWords,
  extentWords,
  placeDetail,
  placeName,
  repairWords,
} from '../../../../src-renderer/views/problems/cause-words.ts';
import { type Cause, findCauses } from '../../../../src-server/contract/diagnostics/causes.ts';
import { type DiagnosticCode, diagnose } from '../../../../src-server/contract/diagnostics/diagnostic.ts';

const found = (code: DiagnosticCode, skillKey?: string) =>
  diagnose(code, 'So it is.', { file: 'skills/a/b/c/skill.json', ...(skillKey && { skillKey }) });
const nameOf = (key: string) => key.split('/').at(-1) ?? key;
const clean = (
  diagnostics: Parameters<typeof findCauses>[0],
  ...skills: Parameters<typeof findCauses>[1] & object
) => cleanWords(findCauses(diagnostics, skills), skills.length, nameOf).join('');
const [c, d, e, f] = ['a/b/c', 'a/b/d', 'a/b/e', 'a/b/f'].map((key) => ({ key })) as [
  { key: string },
  { key: string },
  { key: string },
  { key: string },
];

describe('how many skills are clean', () => {
  it.each([
    ['all of them', clean([], c, d), 'All 2 skills are clean.'],
    ['the only one', clean([found('key-from-manifest', 'a/b/c')], c), 'The skill is clean.'],
    [
      'some, by name where they are few',
      clean([found('file-unlisted', 'a/b/c')], c, d, e, { key: 'a/b/f', summary: '{{write: it}}' }),
      '2 skills are clean: d and e. 1 has something to fix, 1 is a draft.',
    ],
    [
      'some, by number where they are many',
      clean(
        [found('file-unlisted', 'a/b/x'), found('file-unlisted', 'a/b/y')],
        c,
        d,
        e,
        f,
        { key: 'a/b/x' },
        { key: 'a/b/y' },
      ),
      '4 skills are clean. 2 have something to fix.',
    ],
    [
      'none, and what keeps most of them from it',
      clean(
        [found('file-unlisted', 'a/b/c'), found('example-missing', 'a/b/d'), found('file-unlisted', 'a/b/e')],
        c,
        d,
        e,
      ),
      'No skill is clean yet. 3 have something to fix. Without “Unlisted files with unusual names” there would be 2.',
    ],
    [
      'none, all being drafts',
      clean([], { ...c, summary: '{{write: it}}' }),
      'No skill is clean yet. 1 is a draft.',
    ],
    [
      'all that are served, beside a draft that is not',
      clean([found('skill-draft', 'a/b/x'), found('placeholder-left', 'a/b/x')], c, d, e, f),
      '4 skills are clean. 1 draft is not served.',
    ],
    [
      'some, beside drafts that are not served',
      clean(
        [found('skill-draft', 'a/b/x'), found('skill-draft', 'a/b/y'), found('link-dead', 'a/b/c')],
        c,
        d,
      ),
      '1 skill is clean: d. 1 has something to fix, 2 drafts are not served.',
    ],
  ])('is told: %s', (_what, words, expected) => {
    expect(words).toBe(expected);
  });
});

describe('causes in words', () => {
  const { causes } = findCauses([
    found('schema-alias', 'a/b/c'),
    found('key-from-manifest', 'a/b/c'),
    found('enum-invalid', 'a/b/c'),
    found('enum-invalid', 'a/b/d'),
    found('index-json-invalid'),
  ]);
  const cause = (id: string) => causes.find((one) => one.id === id) as Cause;

  it('say how far one reaches and what it takes', () => {
    expect(extentWords(cause('labels'))).toBe('2 places in 2 skills');
    expect(extentWords(cause('index-json-invalid'))).toBe('1 place');
    expect(
      ['labels', 'index-json-invalid', 'schema', 'key-from-manifest'].map((id) => repairWords(cause(id))),
    ).toEqual(['search and replace', 'by hand', 'one command', 'optional']);
  });

  it('as text name every place with what to do, by rank', () => {
    const text = causesAsText(
      findCauses(
        [found('key-duplicate', 'a/b/c'), { ...found('schema-alias', 'a/b/c'), line: 3, fix: 'Do it.' }],
        [{ key: 'a/b/e', summary: '{{write: it}}' }],
      ),
    );
    expect(text).toMatchInlineSnapshot(`
      "Not served

      Two folders claim the same key (1 place in 1 skill)
        A key names a single skill. One folder is left out, and agents never see its texts.
        To fix: Keep one folder, or give a folder another "repo".
        error  skills/a/b/c/skill.json  So it is.  [key-duplicate]

      Misleading for agents

      The schema is missing or has an older name (1 place in 1 skill)
        The file is read as skills/v1. Other tools may refuse the file.
        To fix: Set "schema" to "skills/v1".
        error  skills/a/b/c/skill.json:3  So it is.  [schema-alias]
          fix: Do it.

      Drafts
        a/b/e"
    `);
  });
});

describe('a place', () => {
  const place = { ...found('enum-invalid', 'a/b/c'), line: 8, column: 3, pointer: '/group', value: '"web"' };

  it('is file, line and column, or the pointer, as far as they are known', () => {
    expect(locationOf(place)).toBe('skills/a/b/c/skill.json:8:3');
    expect(locationOf({ ...found('enum-invalid'), pointer: '/group' })).toBe(
      'skills/a/b/c/skill.json /group',
    );
    expect(locationOf(diagnose('registry-empty', 'Empty.'))).toBe('');
  });

  it('is named as short as it stays clear, with what distinguishes it', () => {
    expect([placeName(place), placeDetail(place)]).toEqual(['a/b/c/skill.json:8', '“web”']);
    expect(placeName(diagnose('registry-empty', 'Empty.'))).toBe('The registry');
    expect(placeDetail({ ...found('field-missing'), field: 'tier', pointer: '' })).toBe('tier');
  });
});
