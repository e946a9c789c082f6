import { describe, expect, it } from 'vitest';
import { projectModel } from '../../../../src-renderer/views/projects/project-model.ts';
import {
  coverWords,
  ecosystemWords,
  failWords,
  missingText,
} from '../../../../src-renderer/views/projects/project-words.ts';
import { versionFit } from '../../../../src-renderer/views/projects/version-fit.ts';
import type { MatchedPackage, SkillMatch } from '../../../../src-server/contract/api/match.ts';

function aRow(name: string, skill: Partial<SkillMatch> | null, changes: Partial<MatchedPackage> = {}) {
  const match = {
    key: `js/a/${name}`,
    level: 'exact',
    version: '1.0.0',
    risk: 'high',
    drift: 'none',
  } as const;
  return {
    ...{ purl: `pkg:npm/${name}@1.0.0`, name, version: '1.0.0', ecosystem: 'npm' },
    ...{ direct: true, dev: false, from: ['package.json'], skill: skill && { ...match, ...skill } },
    ...changes,
  } satisfies MatchedPackage;
}

describe('the rows of a project', () => {
  it('are grouped by risk, the highest first, what nobody says last', () => {
    const { groups, keys } = projectModel({
      packages: [
        aRow('a', { risk: null }),
        aRow('b', { risk: 'low' }),
        aRow('c', { risk: 'odd' }),
        aRow('d', { risk: 'high' }),
        aRow('e', { risk: 'medium' }),
      ],
    });
    expect(groups.map(({ risk }) => risk)).toEqual(['high', 'medium', 'low', 'odd', null]);
    expect(keys[0]).toBe('js/a/d');
  });

  it('are sorted by drift, then by name; indirect ones last', () => {
    const { groups, drifting } = projectModel({
      packages: [
        aRow('z', { drift: 'none' }),
        aRow('b', { drift: 'major' }, { direct: false }),
        aRow('c', { drift: 'minor' }),
        aRow('a', { drift: 'none' }),
        aRow('d', { drift: 'major' }),
      ],
    });
    expect(groups[0]?.rows.map(({ name }) => name)).toEqual(['d', 'c', 'a', 'z', 'b']);
    expect(drifting).toHaveLength(3);
  });

  it('count no guess, and miss none', () => {
    const model = projectModel({ packages: [aRow('a', { level: 'guess' }), aRow('b', null)] });
    expect(model.groups).toEqual([]);
    expect(model.guesses).toHaveLength(1);
    expect(missingText(model)).toBe('b 1.0.0 (npm)\n');
    expect(failWords(model)).toBe('Here it ends with 0.');
  });

  it('say what CI would', () => {
    const packages = [aRow('a', { drift: 'major' }), aRow('b', { drift: 'minor' }, { direct: false })];
    expect(failWords(projectModel({ packages }))).toBe(
      'Here it ends with 1: 1 of high risk and 1 for another version.',
    );
  });
});

describe('the words of a project', () => {
  const counts = { packages: 46, direct: 20, exact: 9, repository: 2, guess: 1, none: 34 };

  it('say how many packages have a skill, and how sure that is', () => {
    const { lead, rest } = coverWords(counts);
    expect(lead + rest).toBe(
      '11 of 46 packages have a skill: 9 exact, 2 by their repository. 1 more is a guess and not counted.',
    );
  });

  it.each([
    [
      { ...counts, exact: 1, repository: 0, guess: 0 },
      '1 of 46 packages has a skill: 1 exact, 0 by its repository.',
    ],
    [
      { ...counts, exact: 0, repository: 0, guess: 2 },
      'None of 46 packages has a skill. 2 have the name of a skill, and nothing that proves it.',
    ],
    [{ ...counts, packages: 0, exact: 0, repository: 0, guess: 0 }, 'No package is used here.'],
  ])('fit %j', (some, words) => {
    const { lead, rest } = coverWords(some);
    expect(lead + rest).toBe(words);
  });

  it('name the ecosystems, the most used first', () => {
    const packages = [aRow('a', null), aRow('b', null), aRow('c', null, { ecosystem: 'golang' })];
    expect(ecosystemWords({ packages })).toBe('npm and Go');
  });
});

describe('two versions on one line', () => {
  it.each([
    ['1.44.2', '1.51', 'none', { used: 22, about: 38, isApart: false }],
    ['v4.18.3', '5.10.0', 'major', { used: 15, about: 45, isApart: true }],
    ['9.0.0', '8.1.0', 'major', { used: 45, about: 15, isApart: true }],
    ['v1.5.3', '1.5.3', 'none', { used: 30, about: 30, isApart: false }],
    ['5.2.1', null, 'unknown', { used: 22, about: undefined, isUnknown: true }],
    [null, '1.0.0', 'unknown', { used: undefined, isUnknown: true }],
    ['latest', '1.0.0', 'unknown', { isUnknown: true }],
  ] as const)('%s and %s', (used, about, drift, fit) => {
    expect(versionFit(used, about, drift)).toMatchObject(fit);
  });
});
