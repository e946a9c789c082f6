import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { versionObjections } from '../../../scripts/release/verify-version.mjs';

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
    spawnSync(process.execPath, ['scripts/release/verify-version.mjs', tag], { encoding: 'utf8' });
  expect(run(`v${packageJson.version}`)).toMatchObject({ status: 0, stderr: '' });
  expect(run('v0.0.0').status).toBe(1);
});
