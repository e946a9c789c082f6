import { describe, expect, it } from 'vitest';
import type { IndexEntry } from '../../../src-server/contract/api.ts';
import { countLanguages, instructionsOf } from '../../../src-server/mcp/protocol.ts';
import { getSkillTool } from '../../../src-server/mcp/tools/get.ts';

const entry = (key: string, trust: number, more: Partial<IndexEntry> = {}): IndexEntry => {
  const [language = '', , name = ''] = key.split('/');
  return { key, name, language, trust_score: trust, group: 'main', ...more };
};

const namesIn = (skills: readonly IndexEntry[]) =>
  /^Libraries(?:, among others)?: (.*)\.$/m.exec(instructionsOf(skills))?.[1];

describe('the instructions', () => {
  it('say when to call in the first line, which is all that some clients show', () => {
    const [first = ''] = instructionsOf([]).split('\n');
    expect(first.length).toBeLessThan(250);
    expect(first).toMatch(/^Before writing or debugging code with a third-party library, call get_skill/);
    const clause = first.slice(0, first.indexOf(', call'));
    expect(getSkillTool.description.startsWith(clause)).toBe(true);
  });

  it('name the most trusted libraries, and of equal ones the standard', () => {
    const skills = [
      entry('cpp/CLIUtils/CLI11', 60),
      entry('cpp/SergiusTheBest/plog', 60, { group: 'contrib' }),
      entry('cpp/fmtlib/fmt', 90),
      entry('cpp/gabime/spdlog', 60),
    ];
    expect(namesIn(skills)).toBe('cpp: fmt, CLI11, spdlog, plog');
  });

  it('name none that agents don’t get, and none twice', () => {
    const skills = [
      entry('js/a/ws', 50, { _withheld: 'its code examples are Python' }),
      entry('js/b/pg', 50),
      entry('js/c/pg', 40),
    ];
    expect(namesIn(skills)).toBe('js: pg');
  });

  it('share their room among languages, whatever one of them fills', () => {
    const many = Array.from({ length: 900 }, (_, at) => entry(`cpp/a/library-${at}`, 100));
    const few = Array.from({ length: 12 }, (_, at) => entry(`go/b/module-${at}`, 50));
    const named = namesIn([...many, ...few]) ?? '';
    const [cpp = '', go = ''] = named.split('; ');
    expect(go.split(', ')).toHaveLength(12);
    expect(cpp.split(', ').length).toBeGreaterThan(12);
    expect(named.length).toBeLessThan(700);
  });
});

describe('the count of skills in an answer', () => {
  const withheld = entry('js/a/ws', 50, { _withheld: 'its code examples are Python' });

  it.each([
    [
      'is that of the skills which agents get',
      [withheld, entry('js/b/pg', 50), entry('go/c/gin', 40)],
      '2 skills: js, go',
    ],
    ['names no language where agents get none', [withheld], '0 skills'],
    ['of one is said as one', [entry('go/c/gin', 40)], '1 skill: go'],
  ])('%s', (_, skills, said) => expect(countLanguages(skills)).toBe(said));
});
