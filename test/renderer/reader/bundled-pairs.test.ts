/** The pairs that the page has of the sample's skills: recorded, and of what the skills say now. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pairOf } from '../../../src-renderer/views/reader/bundled-pairs.ts';
import { ranWords } from '../../../src-renderer/views/reader/pair.tsx';
import type { FullSkill } from '../../../src-server/contract/api.ts';

const SKILLS = 'assets/sample-registry/skills';
const KEYS = readdirSync(SKILLS, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('/skill.json'))
  .map((path) => path.replace('/skill.json', ''))
  .sort();

/** Skills whose library could be had nowhere when pairs were recorded. */
const NOT_RUN = ['go/jackc/pgx'];

function skillOf(key: string): FullSkill {
  const texts = readdirSync(`${SKILLS}/${key}`).filter((file) => file.endsWith('.md'));
  return {
    ...JSON.parse(readFileSync(`${SKILLS}/${key}/skill.json`, 'utf8')),
    _contents: Object.fromEntries(
      texts.map((file) => [file, readFileSync(`${SKILLS}/${key}/${file}`, 'utf8')]),
    ),
  };
}

describe('the sample', () => {
  it('has a pair for every skill whose library could be run', () => {
    expect(KEYS.filter((key) => pairOf(key, skillOf(key)) === undefined)).toEqual(NOT_RUN);
  });

  it('names one task of each skill whose programs are shown', () => {
    const shown = KEYS.map((key) => {
      const tasks = readdirSync(`${SKILLS}/${key}/evals`);
      return tasks.filter((task) =>
        /^pair = true$/m.test(readFileSync(`${SKILLS}/${key}/evals/${task}/task.toml`, 'utf8')),
      ).length;
    });
    expect(shown).toEqual(KEYS.map(() => 1));
  });
});

describe('what the programs were run with', () => {
  it.each([
    [
      'of the release that the skill is about',
      'ws 8.23.0, Node.js 20.20.2',
      '8.23.0',
      ' with ws 8.23.0, Node.js 20.20.2.',
    ],
    ['of a patch beside it', 'psycopg 3.3.6, Python 3.11.7', '3.3.4', ' with psycopg 3.3.6, Python 3.11.7.'],
    [
      'of another release, which is explained',
      'tokio 1.24.2, rustc 1.95.0',
      '1.51.4',
      ' with tokio 1.24.2, rustc 1.95.0. That release was at hand; the skill is written for 1.51.4.',
    ],
    ['of what nobody wrote down', '', '1.51.4', '.'],
  ])('is said %s', (_what, ran, version, words) => {
    expect(ranWords({ ran, version })).toBe(words);
  });
});

describe.each(KEYS.filter((key) => !NOT_RUN.includes(key)))('the pair of %s', (key) => {
  const { pair, danger } = pairOf(key, skillOf(key)) ?? {};

  it('has a wrong program that works and fails a danger, and a right one that passes all', () => {
    const [works, ...dangers] = pair?.wrong.checks ?? [];
    expect(works?.passed).toBe(true);
    expect(dangers.some(({ passed }) => !passed)).toBe(true);
    expect(pair?.solution.checks.map(({ name }) => name)).toEqual(pair?.wrong.checks.map(({ name }) => name));
    expect(pair?.solution.checks.every(({ passed }) => passed)).toBe(true);
  });

  it('names the entry that prevents it, and what it was run with', () => {
    expect(danger?.entry.isDanger).toBe(true);
    expect(pair?.ran).toMatch(/ \d+\.\d+/);
  });

  it('is not shown of another release of the library, nor of a skill without the entry', () => {
    const skill = skillOf(key);
    expect(pairOf(key, { ...skill, version: '0.0.1' } as FullSkill)).toBeUndefined();
    expect(pairOf(key, { ...skill, _contents: { 'pitfalls.md': '# Pitfalls\n' } })).toBeUndefined();
  });
});
