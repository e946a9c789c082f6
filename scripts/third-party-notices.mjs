/** Writes dist/third-party-notices.txt, which the licences of bundled packages require. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'dist/third-party-notices.txt';
const SOURCES = ['src-server', 'src-main', 'src-renderer'];
/** Electron has a licence file of its own; `react` and `react-dom` are names that pass on to Preact. */
const NOT_BUNDLED = new Set(['electron', 'react', 'react-dom']);

/**
 * Writes the notices. A build of single targets keeps those of the last whole build, which has more packages.
 *
 * @param {string} root with a slash at its end
 * @param {ReadonlyArray<{ inputs: Record<string, unknown> }>} metafiles of the built targets
 */
export function writeThirdPartyNotices(root, metafiles, { isWhole }) {
  if (!isWhole && existsSync(root + FILE)) return;
  const folders = packageFolders(metafiles.flatMap(({ inputs }) => Object.keys(inputs)));
  if (isWhole) {
    const missing = importedPackages(root).filter((name) => !folders.includes(`node_modules/${name}`));
    if (missing.length > 0)
      throw new Error(`Imported, but in no bundle of the build: ${missing.join(', ')}.`);
  }
  mkdirSync(`${root}dist`, { recursive: true });
  // A package that has two names, as an alias of another, is noticed once.
  const notices = new Set(folders.map((folder) => notice(root, folder)));
  writeFileSync(root + FILE, [...notices].join('\n\n'));
}

/**
 * Returns the folders of packages, sorted. `node_modules/a/node_modules/b` is another package than `node_modules/b`.
 */
export function packageFolders(files) {
  const folders = files.flatMap(
    (file) => /^(?:[^/]*:)?((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  return [...new Set(folders)].sort();
}

/** Returns the packages that the sources import at run time. */
export function importedPackages(root) {
  const names = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => packagesIn(readFileSync(join(root, folder, name), 'utf8'))),
  );
  return [...new Set(names)].filter((name) => !NOT_BUNDLED.has(name)).sort();
}

/** Returns the packages that a source imports, without types, Node's modules and files. */
export function packagesIn(source) {
  const imports = source.matchAll(
    /^(?:import|export)(?! type\b)[^'";]*?from '([^.'][^']*)'|^import '([^.'][^']*)'|\bimport\('([^.'][^']*)'\)/gm,
  );
  return [...imports]
    .map(([, from, alone, later]) => from ?? alone ?? later)
    .filter((name) => !name.startsWith('node:'))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}

function notice(root, folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|notice)(?:[.-]|$)/i.test(file))
    .map((file) => `\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}`);
  if (texts.length === 0) throw new Error(`${folder} has no licence file to distribute.`);
  return `${'='.repeat(80)}\n${name} ${version} (${license})${texts.join('')}`;
}
