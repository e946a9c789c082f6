/** What the sample registry says of itself: its README, its list and its skill.json, held against each other. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXAMPLE, exampleCode } from '../../src-renderer/views/first-start/first-start.tsx';
import { isUnreviewed } from '../../src-server/contract/skill-format.ts';

const SAMPLE = 'assets/sample-registry';
const README = readFileSync(`${SAMPLE}/README.md`, 'utf8');

interface Declared {
  readonly name: string;
  readonly repo: string;
  readonly version: string;
  readonly released_at?: string;
}

const SKILLS = readdirSync(`${SAMPLE}/skills`, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('/skill.json'))
  .sort()
  .map((path) => {
    const declared: Declared = JSON.parse(readFileSync(`${SAMPLE}/skills/${path}`, 'utf8'));
    return { key: path.replace('/skill.json', ''), declared };
  });

const ROWS = README.split('\n')
  .filter((line) => /^\| \w+\/\S+\/\S+ \|/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));

/** What nobody has done for these skills; the format has fields for it. */
const CLAIMS = ['verified', 'trust_score_sources', 'community_rating', 'votes'];

describe('the sample registry', () => {
  it('has a row in its README for every skill, in order', () => {
    expect(SKILLS.length).toBeGreaterThan(0);
    expect(ROWS.map(([key]) => key)).toEqual(SKILLS.map(({ key }) => key));
  });

  it.each(SKILLS)('says of $key when it was released and how it was checked', ({ key, declared }) => {
    const [, version, released = '', , check = ''] = ROWS.find(([name]) => name === key) ?? [];
    expect(version).toBe(declared.version);
    if (declared.released_at !== undefined) expect(released).toBe(declared.released_at.slice(0, 10));
    else expect(released).toMatch(/^(?:\d{4}-\d\d-\d\d at the latest|version set on \d{4}-\d\d-\d\d)$/);
    const [, page = ''] = /\]\((\S+)\)/.exec(check) ?? [];
    expect(existsSync(`${SAMPLE}/${page}`)).toBe(true);
    expect(readFileSync(`${SAMPLE}/${page}`, 'utf8')).toContain(declared.version);
  });

  it.each(SKILLS)('names the version that the texts of $key are about where an agent begins', (skill) => {
    const overview = readFileSync(`${SAMPLE}/skills/${skill.key}/overview.md`, 'utf8');
    const described =
      /(?:These files describe|Everything here was run with) (?:[\w-]+ ){0,3}\**([\d.]*\d)/.exec(
        overview,
      )?.[1];
    expect(described).toBe(skill.declared.version);
    const { name, repo } = skill.declared;
    expect([name, repo.split('/')[1]]).toContain(skill.key.split('/')[2]);
  });

  it('claims no review and no vote that never happened, neither in its list nor in a skill', () => {
    const { skills } = JSON.parse(readFileSync(`${SAMPLE}/index.json`, 'utf8')) as { skills: object[] };
    expect(skills).toHaveLength(SKILLS.length);
    for (const one of [...skills, ...SKILLS.map(({ declared }) => declared)])
      expect(Object.keys(one).filter((field) => CLAIMS.includes(field))).toEqual([]);
  });

  it.each(SKILLS)('declares the least trust that the format has for $key, which nobody judged', (skill) => {
    expect(isUnreviewed({ ...skill.declared })).toBe(true);
  });

  it.each([EXAMPLE.wrong, EXAMPLE.right])(
    'has the code of the first start with $word, and runs it',
    ({ word }) => {
      const code = exampleCode(word);
      const [one = '', two = ''] = code.split('\n');
      expect(code.split('\n')).toHaveLength(3);
      expect(readFileSync(`${SAMPLE}/skills/${EXAMPLE.skill}/pitfalls.md`, 'utf8')).toContain(
        `${one}\n${two}\n`,
      );
      expect(readFileSync(`${SAMPLE}/${EXAMPLE.check}`, 'utf8')).toContain(`\n${code}\n`);
    },
  );
});
