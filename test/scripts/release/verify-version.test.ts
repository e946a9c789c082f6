import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { changesOf, versionObjections } from '../../../scripts/release/manifest.mjs';

const facts = {
  tag: 'v1.2.3',
  manifest: { version: '1.2.3', repository: { url: 'git+https://github.com/someone/skills.git' } },
  lock: { version: '1.2.3', packages: { '': { version: '1.2.3' } } },
  changelog: '## [1.2.3] - 2026-01-02\n\n- A',
  repository: 'someone/skills',
};

it('has nothing to say where all speak of one version', () => {
  expect(versionObjections(facts)).toEqual([]);
  expect(versionObjections({ ...facts, manifest: { version: '1.2.3' } })).toEqual([]);
  expect(versionObjections({ ...facts, repository: undefined })).toEqual([]);
});

it('names whatever speaks of another', () => {
  expect(versionObjections({ ...facts, tag: 'v1.2.4' })).toEqual([
    'the tag is v1.2.4, package.json asks for v1.2.3',
  ]);
  expect(versionObjections({ ...facts, tag: undefined })[0]).toContain('the tag is missing');
  expect(
    versionObjections({ ...facts, lock: { version: '1.2.2', packages: { '': { version: '1.2.3' } } } })[0],
  ).toBe('package-lock.json says 1.2.2, package.json 1.2.3');
  expect(versionObjections({ ...facts, changelog: '## [1.2.2] - 2026-01-02\n\n- A' })[0]).toContain(
    'no heading "## [1.2.3]',
  );
  expect(versionObjections({ ...facts, repository: 'Someone/skills' })).toEqual([
    'package.json names the repository git+https://github.com/someone/skills.git, this is Someone/skills',
  ]);
});

it('ends with 1 for a tag that is not this version’s, and with 0 for the one that is', () => {
  const run = (tag: string) =>
    spawnSync(process.execPath, ['scripts/release/manifest.mjs', 'verify', tag], { encoding: 'utf8' });
  expect(run(`v${packageJson.version}`)).toMatchObject({ status: 0, stderr: '' });
  expect(run('v0.0.0').status).toBe(1);
});

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
