import { describe, expect, it } from 'vitest';
import { readSkillTexts } from '../../../src-server/registry/read-skill-texts.ts';
import { factsOf, validSkill } from '../../support/valid-skill.ts';

const MIB = 1024 * 1024;

describe('readSkillTexts', () => {
  it('reads what the rules are about: skill.json and the knowledge files', () => {
    const facts = factsOf(validSkill());
    const others = [...facts.files, { path: 'notes.txt', size: 1 }];
    const { skill, diagnostics } = readSkillTexts({ ...facts, files: others });
    expect(Object.keys(skill.texts)).toEqual(['skill.json', ...facts.files.map(({ path }) => path)]);
    expect([skill.files, diagnostics]).toEqual([others, []]);
  });

  it('leaves out what is over 16 MiB, or over 64 MiB together, and names it', () => {
    const sizes = { 'a.md': 17, 'b.md': 16, 'c.md': 16, 'd.md': 16, 'e.md': 15, 'f.md': 2, 'g.md': 1 };
    const files = Object.entries(sizes).map(([path, size]) => ({ path, size: size * MIB }));
    const { skill, diagnostics } = readSkillTexts({
      ...factsOf(validSkill()),
      files,
      readText: () => 'text',
    });
    expect(Object.keys(skill.texts)).toEqual(['skill.json', 'b.md', 'c.md', 'd.md', 'e.md', 'g.md']);
    expect(diagnostics).toMatchObject([
      {
        code: 'texts-left-out',
        severity: 'warning',
        skillKey: 'cpp/redis/hiredis',
        message: 'Not checked, as there is too much of it: a.md, f.md.',
      },
    ]);
  });

  it('says nothing of a file that went away meanwhile', () => {
    const { skill, diagnostics } = readSkillTexts({ ...factsOf(validSkill()), readText: () => undefined });
    expect([skill.texts, diagnostics]).toEqual([{}, []]);
  });
});
