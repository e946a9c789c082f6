import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  importedPackages,
  packageFolders,
  packagesIn,
  writeThirdPartyNotices,
} from '../../scripts/third-party-notices.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';

const PACKAGE = { name: 'a', version: '1.0.0', license: 'MIT' };

/** A project that imports the package `a`. */
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

  it('are kept by the build of a single target', () => {
    const { write, read } = project();
    write(['node_modules/a/index.js']);
    write([], false);
    expect(read()).toContain('a 1.0.0');
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

it('packages are told apart from those of the same name inside another', () => {
  const files = ['node_modules/b/x.js', 'table:node_modules/a/node_modules/b/x.js', 'src-server/x.ts'];
  expect(packageFolders(files)).toEqual(['node_modules/a/node_modules/b', 'node_modules/b']);
});

it('imports are those at run time, of packages', () => {
  const source = `
import type { A } from 'types-only';
import { readFileSync } from 'node:fs';
import { b } from './b.ts';
import { type C, c } from 'c/part';
import {
  d,
} from '@d/d';
import 'e';
export { f } from 'f';
const g = await import('g/more');
`;
  expect(packagesIn(source).sort()).toEqual(['@d/d', 'c', 'e', 'f', 'g']);
});

describe('docs/dependencies.md', () => {
  const rows = [
    ...readFileSync('docs/dependencies.md', 'utf8').matchAll(
      /^\| `([^`]+)` ([\d.]+) \| .+ \| .+ \| ([\w.-]+) \| [\d,]+ kB \|$/gm,
    ),
  ];

  it('lists the packages that the program imports, and no others', () => {
    expect(rows.map(([, name]) => name).sort()).toEqual(importedPackages('.'));
  });

  it('names the version and the licence of each', () => {
    const said = rows.map(([, name, version, license]) => ({ name, version, license }));
    const facts = said.map(({ name }) => {
      const file = readFileSync(`node_modules/${name}/package.json`, 'utf8');
      const { version, license } = JSON.parse(file) as { version: string; license: string };
      return { name, version, license };
    });
    expect(said).toEqual(facts);
  });
});
