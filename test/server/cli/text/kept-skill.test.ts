import { describe, expect, it } from 'vitest';
import { describeKeptSkill } from '../../../../src-server/cli/text/kept-skill.ts';
import { diagnose } from '../../../../src-server/contract/diagnostics/diagnostic.ts';

const KEY = 'cpp/gabime/spdlog';
const broken = diagnose('skill-json-invalid', 'skill.json could not be read: no\u001b[31m.', {
  skillKey: KEY,
  file: `skills/${KEY}/skill.json`,
});
const unreadable = diagnose('unreadable-kept', 'skills/cpp can’t be read.', {
  skillKey: KEY,
  file: 'skills/cpp',
});
const other = diagnose('file-missing', 'x.md is listed but missing.', { skillKey: KEY });

describe('why a skill is served as it was', () => {
  it.each([
    [
      'its skill.json is broken, in words safe to print',
      [other, broken],
      `skills/${KEY}: skill.json could not be read: no\\u{1b}[31m.`,
    ],
    ['the place can’t be read', [other, unreadable], 'skills/cpp can’t be read.'],
    ['nothing, where it is served as it is on disk', [other], undefined],
    ['nothing, where it is another skill', [{ ...broken, skillKey: 'a/b/c' }], undefined],
  ])('is told: %s', (_why, diagnostics, line) => {
    expect(describeKeptSkill({ diagnostics }, KEY)).toBe(line);
  });
});
