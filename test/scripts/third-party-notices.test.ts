import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeThirdPartyNotices } from '../../scripts/build.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';

const PACKAGE = { name: 'a', version: '1.0.0', license: 'MIT' };

/** Makes a project that imports the package `a`. */
function project(licence: Readonly<Record<string, string>> = { LICENSE: 'Free for all.' }) {
  const files = Object.entries(licence).map(([name, text]) => [`node_modules/a/${name}`, text]);
  const root = temporaryFolder({
    'src-server/x.ts': "import { a } from 'a';\n",
    'node_modules/a/package.json': PACKAGE,
    ...Object.fromEntries(files),
  });
  for (const name of ['src-main', 'src-renderer']) mkdirSync(join(root, name));
  const write = (inputs: readonly string[], isWhole = true) =>
    writeThirdPartyNotices(`${root}/`, [{ inputs: Object.fromEntries(inputs.map((input) => [input, {}])) }], {
      isWhole,
    });
  return { write, read: () => readFileSync(join(root, 'dist/third-party-notices.txt'), 'utf8') };
}

describe('the notices', () => {
  it('have licence and notice of each bundled package', () => {
    const { write, read } = project({ 'LICENSE.md': 'Free for all.', NOTICE: 'By A.' });
    write(['node_modules/a/index.js', 'src-server/x.ts']);
    expect(read()).toMatch(/^=+\na 1\.0\.0 \(MIT\)\n\nFree for all\.\n\nBy A\.$/);
  });

  it('fail the build if an imported package is in no bundle, as the packages of workers once were', () => {
    expect(() => project().write(['src-server/x.ts'])).toThrow('Imported, but in no bundle of the build: a.');
  });

  it('fail the build if a package has no licence to distribute', () => {
    expect(() => project({}).write(['node_modules/a/index.js'])).toThrow('no licence file');
  });

  it('name every package whose modules stand in the built service', () => {
    const notices = readFileSync('dist/third-party-notices.txt', 'utf8');
    const names = new Set([...notices.matchAll(/^=+\n(\S+) /gm)].map(([, name]) => name));
    const bundles = readdirSync('dist/server').filter((name) => /\.c?js$/.test(name));
    // CommonJS modules keep their paths in a bundle.
    const inside = bundles.flatMap((name) =>
      [
        ...readFileSync(join('dist/server', name), 'utf8').matchAll(
          /"node_modules\/((?:@[^/"]+\/)?[^/"]+)\//g,
        ),
      ].map(([, found]) => found),
    );
    expect(inside.length).toBeGreaterThan(50);
    expect([...new Set(inside)].filter((name) => !names.has(name))).toEqual([]);
  });
});
