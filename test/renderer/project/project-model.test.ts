import { describe, expect, it } from 'vitest';
import {
  driftWords,
  halvesOf,
  projectModel,
  trapWords,
  untoldWords,
  versionWords,
} from '../../../src-renderer/views/project/project-model.ts';
import type { MatchedPackage, SkillMatch } from '../../../src-server/contract/api.ts';

const DANGERS = [{ danger: 'It leaks.', file: 'pitfalls.md', line_start: 3 }];
const MATCH: SkillMatch = {
  key: 'js/a/a',
  level: 'exact',
  version: '1.0.0',
  risk: 'high',
  drift: 'none',
  dangers: DANGERS,
};
const WITHHELD = { dangers: undefined, withheld: 'pitfalls.md asks for silence' } as never;

/** A library with a skill of its own, unless `skill` names another. */
function aRow(name: string, skill: Partial<SkillMatch> | null, changes: Partial<MatchedPackage> = {}) {
  return {
    purl: `pkg:npm/${name}@1.0.0`,
    name,
    version: '1.0.0',
    ecosystem: 'npm',
    direct: true,
    dev: false,
    from: ['package.json'],
    skill: skill && { ...MATCH, key: `js/${name}/${name}`, ...skill },
    ...changes,
  } satisfies MatchedPackage;
}

describe('what no agent is told of a project', () => {
  const guess = (name: string) => aRow(name, { level: 'guess' });
  const blocksOf = (...packages: readonly MatchedPackage[]) => projectModel({ packages }).blocks;

  it.each<readonly [string, readonly MatchedPackage[], string | undefined]>([
    ['nothing, where packages are named', [aRow('a', {}), aRow('b', null)], undefined],
    [
      'nothing of a guess without dangers',
      [aRow('a', {}), aRow('b', { level: 'guess', dangers: [] })],
      undefined,
    ],
    ['nothing of what is sure elsewhere', [guess('a'), aRow('sure', { key: 'js/a/a' })], undefined],
    [
      'all, where all match by name alone',
      [guess('serde'), guess('tokio')],
      'Nothing of this is copied for an agent: serde and tokio match by their names alone, and agents get no guesses.',
    ],
    [
      'the only one',
      [guess('tokio')],
      'Nothing of this is copied for an agent: tokio matches by its name alone, and agents get no guesses.',
    ],
    [
      'a guess beside what is sure',
      [aRow('a', {}), guess('tokio')],
      'What is copied for an agent leaves out tokio: it matches by its name alone.',
    ],
  ])('is %s', (_what, packages, words) => {
    expect(untoldWords(blocksOf(...packages))).toBe(words);
  });
});

describe('the libraries of a project', () => {
  it('begin with what is used directly, then go by risk, drift and name; those without a danger are last', () => {
    const { blocks } = projectModel({
      packages: [
        aRow('withheld', WITHHELD),
        aRow('z', {}, { direct: false }),
        aRow('low', { risk: 'low' }),
        aRow('b', {}),
        aRow('a', {}),
        aRow('drifts', { drift: 'major' }),
      ],
    });
    expect(blocks.map(({ name }) => name)).toEqual(['drifts', 'a', 'b', 'low', 'z', 'withheld']);
  });

  it('are one block per skill, in whatever versions and packages', () => {
    const { blocks } = projectModel({
      packages: [
        aRow('core', { key: 'js/a/a' }),
        aRow('core', { key: 'js/a/a' }, { version: '2.0.0', direct: false }),
        aRow('core-extra', { key: 'js/a/a', level: 'repository' }),
      ],
    });
    expect(blocks).toHaveLength(1);
    expect(blocks[0]).toMatchObject({ name: 'core', alsoNames: ['core-extra'] });
    expect(blocks[0]?.uses).toHaveLength(3);
  });

  it('are counted by language, each once', () => {
    const { coverage } = projectModel({
      packages: [
        aRow('r', null, { ecosystem: 'pypi' }),
        aRow('a', {}),
        aRow('a', {}, { version: '2.0.0' }),
        aRow('none', null),
        aRow('c', {}, { ecosystem: 'conan' }),
        aRow('v', null, { ecosystem: 'vcpkg' }),
        aRow('x', null, { ecosystem: 'constructor' }),
        aRow('y', null, { ecosystem: 'generic' }),
      ],
    });
    expect(coverage).toEqual([
      { language: 'C and C++', covered: 1, all: 2 },
      { language: 'JavaScript', covered: 1, all: 2 },
      { language: 'Python', covered: 0, all: 1 },
      { language: 'Others', covered: 0, all: 2 },
    ]);
  });

  it('say which share only their name', () => {
    const model = projectModel({
      packages: [aRow('a', {}), aRow('guessed', { level: 'guess' }), aRow('none', null)],
    });
    expect(trapWords(model)).toBe('2 of its 3 libraries have known traps, 1 by its name alone.');
    expect(model.missing.map(({ name }) => name)).toEqual(['none']);
  });
});

describe('the sentence of a project', () => {
  it.each([
    [[], 'no library is used here.'],
    [[aRow('a', null)], 'its one library has no skill.'],
    [[aRow('a', {})], 'its one library has known traps.'],
    [[aRow('a', { level: 'guess' })], 'its one library has known traps, by its name alone.'],
    [[aRow('a', WITHHELD)], 'its one library has no known trap.'],
    [[aRow('a', null), aRow('b', null)], 'none of its 2 libraries has a skill.'],
    [[aRow('a', WITHHELD), aRow('b', null)], 'none of its 2 libraries has a known trap.'],
    [[aRow('a', {}), aRow('b', null)], '1 of its 2 libraries has known traps.'],
    [[aRow('a', null), aRow('b', {}), aRow('c', {})], '2 of its 3 libraries have known traps.'],
    [
      [aRow('a', { level: 'guess' }), aRow('b', null)],
      '1 of its 2 libraries has known traps, by its name alone.',
    ],
    [
      [aRow('a', { level: 'guess' }), aRow('b', { level: 'guess' })],
      '2 of its 2 libraries have known traps, all by their names alone.',
    ],
  ])('%#', (packages, words) => {
    expect(trapWords(projectModel({ packages }))).toBe(words);
  });
});

it.each([
  ['8.23.1', '8.23.1', 'none', 'you use 8.23.1, as the skill', undefined],
  ['1.10.0', '1.12.0', 'none', 'you use 1.10.0, the skill is for 1.12.0', undefined],
  [
    '1.4.54',
    '2.1.1',
    'major',
    'you use 1.4.54, the skill is for 2.1.1',
    'Another major version: check first.',
  ],
  [
    '0.11.0',
    '0.13.1',
    'minor',
    'you use 0.11.0, the skill is for 0.13.1',
    'Another 0.x version: check first.',
  ],
  [null, '2.1.1', 'unknown', 'your version is not fixed, the skill is for 2.1.1', undefined],
  ['1.0.0', null, 'unknown', 'you use 1.0.0, the skill names no version', undefined],
] as const)('versions %s and %s, drift %s', (version, about, drift, words, warning) => {
  const use = { ...aRow('a', null, { version }), skill: { ...MATCH, version: about, drift } };
  expect(versionWords(use)).toBe(words);
  expect(driftWords(use)).toBe(warning);
});

describe('a danger', () => {
  it.each([
    ['BEGIN through pool.query isn’t a transaction:', ' each statement may take another client.'],
    ['FileServer serves .env and .git;', ' pprof sits on the default mux.'],
    ['A lambda passed to setopt compiles,', ' then crashes or loses the body.'],
    ['file: URLs are served by default:', ' a URL from outside reads local files.'],
    ['A Pool without an error listener', ' ends the process when an idle connection breaks.'],
    ['A lock that blocks one thread', ' ends the other one.'],
    ['NEVER call blocking I/O (std::net, std::fs or sleep) inside an async task', ''],
    ['A pool (its size: 10; lazily made) without a limit:', ' each request opens one more.'],
    ['An open (parenthesis, nobody closes:', ' it is split as others are.'],
    ['trust proxy true', ' lets every client choose its req.ip, host and protocol.'],
    ['spdlog::info() after shutdown() is a segmentation fault.', ''],
    ['Do NOT mix printf-style format specifiers', ''],
    ['Pass: no', ''],
    ['', ''],
  ])('is split into the mistake and its cost: %s|%s', (mistake, cost) => {
    expect(halvesOf(mistake + cost)).toEqual([mistake, cost]);
  });

  it('is split in one pass, whatever it is made of', () => {
    for (const piece of [': ', ', a and ', '; ', ' never', ' – ', '(', '() '])
      expect(halvesOf(piece.repeat(20_000)).join('')).toBe(piece.repeat(20_000));
  });
});
