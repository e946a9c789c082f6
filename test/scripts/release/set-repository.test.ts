import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withRepository } from '../../../scripts/release/manifest.mjs';

const hosted = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'someone/skills' };

it('names the place where it is built as home page, repository and where to report', () => {
  expect(withRepository({ name: 'a' }, hosted)).toEqual({
    name: 'a',
    homepage: 'https://github.com/someone/skills',
    repository: { type: 'git', url: 'git+https://github.com/someone/skills.git' },
    bugs: 'https://github.com/someone/skills/issues',
  });
});

it('leaves what the package says itself, and invents nothing elsewhere', () => {
  expect(withRepository({ repository: 'own' }, hosted).repository).toBe('own');
  expect(withRepository({ name: 'a' }, { GITHUB_SERVER_URL: '' })).toEqual({ name: 'a' });
});

it('fills in what package.json holds in its place', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  expect(withRepository(manifest, hosted)).toMatchObject({
    homepage: 'https://github.com/someone/skills',
    repository: { url: 'git+https://github.com/someone/skills.git' },
    bugs: 'https://github.com/someone/skills/issues',
  });
  expect(withRepository(manifest, {})).toEqual(manifest);
});
