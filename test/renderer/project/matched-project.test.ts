import { describe, expect, it } from 'vitest';
import {
  coverWords,
  driftWords,
  projectModel,
  versionWords,
} from '../../../src-renderer/views/project/matched-project.tsx';
import type { MatchedPackage, SkillMatch } from '../../../src-server/contract/api.ts';

const MATCH: SkillMatch = { key: 'js/a/a', level: 'exact', version: '1.0.0', risk: 'high', drift: 'none' };

function aRow(name: string, skill: Partial<SkillMatch> | null, changes: Partial<MatchedPackage> = {}) {
  return {
    purl: `pkg:npm/${name}@1.0.0`,
    name,
    version: '1.0.0',
    ecosystem: 'npm',
    direct: true,
    dev: false,
    from: ['package.json'],
    skill: skill && { ...MATCH, ...skill },
    ...changes,
  } satisfies MatchedPackage;
}

describe('the rows of a project', () => {
  it('begin with what is used directly, then go by risk, drift and name', () => {
    const { rows } = projectModel({
      packages: [
        aRow('z', {}, { direct: false }),
        aRow('low', { risk: 'low' }),
        aRow('b', {}),
        aRow('a', {}),
        aRow('drifts', { drift: 'major' }),
      ],
    });
    expect(rows.map(({ name }) => name)).toEqual(['drifts', 'a', 'b', 'low', 'z']);
  });

  it('count a library once in whatever versions, and say which share only the name', () => {
    const model = projectModel({
      packages: [
        aRow('a', {}),
        aRow('a', {}, { version: '2.0.0', direct: false }),
        aRow('guessed', { level: 'guess' }),
        aRow('none', null),
      ],
    });
    expect(coverWords(model)).toBe('2 of its 3 libraries have a skill, 1 by its name alone.');
    expect(model.rows.map(({ name }) => name)).toContain('guessed');
    expect(model.missing.map(({ name }) => name)).toEqual(['none']);
  });
});

describe('the sentence of a project', () => {
  it.each([
    [[], 'no library is used here.'],
    [[aRow('a', null)], 'its one library has no skill.'],
    [[aRow('a', {})], 'its one library has a skill.'],
    [[aRow('a', null), aRow('b', null)], 'none of its 2 libraries has a skill.'],
    [[aRow('a', null), aRow('b', {}), aRow('c', {})], '2 of its 3 libraries have a skill.'],
  ])('%#', (packages, words) => {
    expect(coverWords(projectModel({ packages }))).toBe(words);
  });

  it('says how many skills are about another version', () => {
    const model = projectModel({ packages: [aRow('a', { drift: 'major' }), aRow('b', {})] });
    expect(driftWords(model)).toBe('1 of these skills is about another major version than the one in use. ');
    expect(driftWords({ ...model, drifting: 0 })).toBe('');
  });
});

it.each([
  ['8.23.1', '8.23.1', 'none', '8.23.1, the same as the skill'],
  ['1.10.0', '1.12.0', 'none', 'you use 1.10.0, the skill is for 1.12.0'],
  ['1.4.54', '2.1.1', 'major', 'you use 1.4.54, the skill is for 2.1.1: check what it says'],
  [null, '2.1.1', 'unknown', 'your version is not fixed, the skill is for 2.1.1'],
  ['1.0.0', null, 'unknown', 'you use 1.0.0, the skill names no version'],
] as const)('versions %s and %s, drift %s', (version, about, drift, words) => {
  expect(versionWords({ ...aRow('a', null, { version }), skill: { ...MATCH, version: about, drift } })).toBe(
    words,
  );
});
