import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { npmPack, npmPackageObjections } from '../../../scripts/release/npm-package.mjs';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const WHOLE = [
  'package.json',
  'README.md',
  'LICENSE',
  'dist/third-party-notices.txt',
  ...['skills-registry.cjs', 'main.js', 'registry-worker.js', 'o200k_base.tiktoken'].map(
    (name) => `dist/server/${name}`,
  ),
  'dist/renderer/files.json',
  'dist/renderer/index.html',
  'assets/sample-registry/index.json',
];

/** Builds nothing but the files that a build would leave. */
const QUICK_BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
for (const file of ${JSON.stringify(WHOLE.filter((path) => path.startsWith('dist/')))}) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
}
console.log('Built.');
`;

describe('the npm package', () => {
  it('is built when it is packed, also where nothing was built before', () => {
    const clone = temporaryFolder({
      'scripts/build.mjs': QUICK_BUILD,
      'node_modules/esbuild/package.json': '{ "name": "esbuild", "exports": "./index.js" }',
      'node_modules/esbuild/index.js': '',
    });
    const runner = 'scripts/with-packages.mjs';
    for (const name of ['package.json', 'README.md', 'LICENSE', '.npmrc', 'assets/sample-registry', runner])
      cpSync(name, join(clone, name), { recursive: true });
    writeFileSync(join(clone, 'CHANGELOG.md'), '');
    const { name, paths } = npmPack(clone, ['--dry-run']);
    expect(name).toMatch(/^skills-registry-\d+\.\d+\.\d+\.tgz$/);
    expect(npmPackageObjections(paths)).toEqual([]);
  });

  it('must hold what runs, and no sources', () => {
    expect(npmPackageObjections(WHOLE)).toEqual([]);
    expect(
      npmPackageObjections([
        ...WHOLE.slice(1),
        'src-server/built-files.ts',
        'dist/server/skills-registry.cjs.map',
        '.npmrc',
      ]),
    ).toEqual([
      'src-server/built-files.ts must not be in the package',
      'dist/server/skills-registry.cjs.map must not be in the package',
      '.npmrc must not be in the package',
      'package.json is missing',
    ]);
  });
});
