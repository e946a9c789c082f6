import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openProject } from '../../../src-server/projects/open-project.ts';
import { readProject } from '../../../src-server/projects/read-project.ts';
import { summaries } from './read-texts.ts';

/** Made by the package managers, then without the addresses of their registry. */
const FIXTURES = fileURLToPath(new URL('../../fixtures/projects/', import.meta.url));

describe('a workspace locked by real package managers', () => {
  it.each(readdirSync(FIXTURES))('has the same packages, directness and development: %s', async (name) => {
    const found = await readProject(await openProject(`${FIXTURES}${name}`));
    expect(found.unread).toEqual([]);
    expect(summaries(found)).toEqual([
      'pkg:npm/ansi-styles@4.3.0',
      'pkg:npm/chalk@4.1.2 direct',
      'pkg:npm/color-convert@2.0.1',
      'pkg:npm/color-name@1.1.4',
      'pkg:npm/has-flag@4.0.0',
      'pkg:npm/lru-cache@6.0.0 dev',
      'pkg:npm/ms@2.0.0 direct',
      'pkg:npm/ms@2.1.3 direct',
      'pkg:npm/semver@7.5.4 direct dev',
      'pkg:npm/supports-color@7.2.0',
      'pkg:npm/yallist@4.0.0 dev',
    ]);
  });

  it.each(readdirSync(FIXTURES))(
    'is said by the lock file and by the member that asks for the package: %s',
    async (name) => {
      const { packages } = await readProject(await openProject(`${FIXTURES}${name}`));
      const found = packages.find(({ purl }) => purl === 'pkg:npm/ms@2.1.3');
      expect(found?.from).toHaveLength(2);
      expect(found?.from).toContainEqual(expect.stringMatching(/lock/));
      expect(found?.from).toContain('packages/lib/package.json');
    },
  );
});
