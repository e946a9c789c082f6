import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { changesOf } from '../../../scripts/release/changelog.mjs';

const changelog = (...parts: string[]) => ['# Changelog', ...parts].join('\n\n');

describe('changesOf', () => {
  it('gives a version’s part, up to the next', () => {
    const text = changelog(
      '## [Unreleased]\n\n- Soon',
      '## [1.1.0] - 2026-02-03\n\n### Fixed\n\n- This',
      '## [1.0.0] - 2026-01-02\n\n- First',
    );
    expect(changesOf(text, '1.1.0')).toBe('### Fixed\n\n- This');
    expect(changesOf(text, '1.0.0')).toBe('- First');
    expect(changesOf(text.replaceAll('\n', '\r\n'), '1.0.0')).toBe('- First');
  });

  it.each([
    ['no heading', changelog('## [1.0.0] - 2026-01-02\n\n- A'), 'no heading "## [2.0.0] - <date>"'],
    ['two', changelog('## [2.0.0] - 2026-01-02\n\n- A', '## [2.0.0] - 2026-01-03\n\n- B'), '2 headings'],
    ['no date', changelog('## [2.0.0]\n\n- A'), 'no date'],
    ['no day', changelog('## [2.0.0] - soon\n\n- A'), 'no date'],
    ['headings alone', changelog('## [2.0.0] - 2026-01-02\n\n### Added'), 'says nothing'],
  ])('refuses %s', (_what, text, problem) => {
    expect(() => changesOf(text, '2.0.0')).toThrow(problem);
  });

  it('gives back what was written, whatever stands around it', () => {
    const line = fc.stringMatching(/^[a-z-][ a-z.]*[a-z.]$/);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), line, line, (said, before, after) => {
        const text = changelog(
          `## [9.0.0] - 2026-01-02\n\n${before}`,
          `## [2.0.0] - 2026-01-02\n\n${said.join('\n')}`,
          `## [1.0.0] - 2026-01-02\n\n${after}`,
        );
        expect(changesOf(text, '2.0.0')).toBe(said.join('\n'));
      }),
    );
  });

  it('finds this version', () => {
    expect(changesOf(readFileSync('CHANGELOG.md', 'utf8'), packageJson.version)).toContain('###');
  });
});
