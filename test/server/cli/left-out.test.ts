import { describe, expect, it } from 'vitest';
import { describeKept } from '../../../src-server/cli/left-out.ts';
import { diagnose } from '../../../src-server/contract/diagnostic.ts';

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

describe('a skill that is served as it was', () => {
  it.each([
    [
      'in its folder, safe to print',
      [other, broken],
      `skills/${KEY}: skill.json could not be read: no\\u{1b}[31m.`,
    ],
    ['in the place that can’t be read', [other, unreadable], 'skills/cpp can’t be read.'],
    ['not at all where it is as on disk', [other], undefined],
    ['not at all of another skill', [{ ...broken, skillKey: 'a/b/c' }], undefined],
  ])('is told: %s', (_how, diagnostics, line) => {
    expect(describeKept({ diagnostics }, KEY)).toBe(line);
  });
});
