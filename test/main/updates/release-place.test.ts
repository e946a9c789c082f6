import fc from 'fast-check';
import { expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { withRepository } from '../../../scripts/release/set-repository.mjs';
import { releasePlace } from '../../../src-main/updates/release-place.ts';

const PLACE = {
  api: 'https://api.github.com/repos/someone/skills-registry/releases/latest',
  page: 'https://github.com/someone/skills-registry/releases',
};

it.each([
  'https://github.com/someone/skills-registry',
  'https://github.com/someone/skills-registry/',
  'git+https://github.com/someone/skills-registry.git',
])('is where %s publishes, in both forms that npm knows', (url) => {
  expect(releasePlace({ repository: url })).toEqual(PLACE);
  expect(releasePlace({ repository: { type: 'git', url } })).toEqual(PLACE);
});

it('is what the workflow of releases writes', () => {
  const hosted = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'someone/skills-registry' };
  expect(releasePlace(withRepository(packageJson, hosted))).toEqual(PLACE);
});

it.each([
  undefined,
  null,
  'https://github.com/a/b',
  {},
  { repository: 7 },
  { repository: 'http://github.com/a/b' },
  { repository: 'https://github.com.evil.example/a/b' },
  { repository: 'https://evil.example/https://github.com/a/b' },
  { repository: 'https://user@github.com/a/b' },
  { repository: 'https://github.com/a/b/../../../x' },
  { repository: 'https://github.com/a/..' },
  { repository: 'https://github.com/a/b?c' },
])('is nowhere for %j', (manifest) => {
  expect(releasePlace(manifest)).toBeUndefined();
});

it('never leads to another host or path, whatever stands in the manifest', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string().map((rest) => `https://github.com/a/${rest}`),
  );
  fc.assert(
    fc.property(text, (url) => {
      const place = releasePlace({ repository: { url } });
      if (place === undefined) return;
      const { origin, pathname, search, hash } = new URL(place.api);
      expect(origin).toBe('https://api.github.com');
      expect(pathname).toMatch(/^\/repos\/[^/]+\/[^/]+\/releases\/latest$/);
      expect(search + hash).toBe('');
    }),
  );
});
