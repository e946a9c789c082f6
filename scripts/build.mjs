/**
 * Bundles everything into dist/, which then runs without node_modules: server and command line, the app's
 * main process and preload, the page.
 *
 *   node scripts/build.mjs [server|main|renderer …]   default: all
 *
 * Writes dist/third-party-notices.txt too, which the licences of bundled packages require.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ajvBundle, buildServer, nodeBundle, root } from './bundles.mjs';

/** The tokens that counts are made of: read as they are, since as strings of a module they take 50 MB. */
const TOKENS = 'o200k_base.tiktoken';

/** The name that package managers and settings of clients know. */
const COMMAND = "#!/usr/bin/env node\nimport('./main.js');\n";

const targets = {
  async server() {
    const [{ metafile }, ajv] = await Promise.all([buildServer(), build(ajvBundle)]);
    copyFileSync(`${root}node_modules/gpt-tokenizer/data/${TOKENS}`, `${root}dist/server/${TOKENS}`);
    // Written last: its presence marks a complete build.
    writeFileSync(`${root}dist/server/skills-registry.cjs`, COMMAND, { mode: 0o755 });
    return { inputs: { ...metafile.inputs, ...ajv.metafile.inputs } };
  },
  /** Builds the main process and the preload script, which must be one CommonJS file because it is sandboxed. */
  async main() {
    const main = await build({
      ...nodeBundle,
      entryPoints: { main: 'src-main/main.ts' },
      outdir: 'dist/main',
      external: ['electron'],
    });
    const preload = await build({
      ...nodeBundle,
      banner: {},
      platform: 'browser',
      format: 'cjs',
      entryPoints: { preload: 'src-main/preload/preload.ts' },
      outdir: 'dist/main',
      outExtension: { '.js': '.cjs' },
      external: ['electron'],
    });
    return { inputs: { ...main.metafile.inputs, ...preload.metafile.inputs } };
  },
  /** Builds the page. The names of its assets have hashes of their contents. */
  async renderer() {
    const inputs = {};
    const noteModules = {
      name: 'note-modules',
      generateBundle(_options, bundle) {
        // Modules have whole paths, and assets, as the font is one, paths from the page's folder.
        for (const { modules = {}, originalFileNames = [] } of Object.values(bundle))
          for (const id of [...Object.keys(modules), ...originalFileNames])
            inputs[relative(root, resolve(`${root}src-renderer`, id))] = {};
      },
    };
    // Workers are bundles of their own, which the page's output doesn't list.
    const worker = { plugins: () => [noteModules] };
    const configFile = `${root}vite.config.ts`;
    const { build: buildPage } = await import('vite');
    await buildPage({ configFile, logLevel: 'warn', plugins: [noteModules], worker });
    writePageList(`${root}dist/renderer`);
    return { inputs };
  },
};

/** Lists the files of a page with their SHA-256, which proves the build whole (src-server/built-page.ts): written last. */
export function writePageList(folder) {
  const list = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
      return [relative(folder, file).replaceAll('\\', '/'), digest];
    });
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify(Object.fromEntries(list), undefined, 2)}\n`);
}

const NOTICES = 'dist/third-party-notices.txt';
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
  if (!isWhole && existsSync(root + NOTICES)) return;
  const folders = packageFolders(metafiles.flatMap(({ inputs }) => Object.keys(inputs)));
  if (isWhole) {
    const missing = importedPackages(root).filter((name) => !folders.includes(`node_modules/${name}`));
    if (missing.length > 0)
      throw new Error(`Imported, but in no bundle of the build: ${missing.join(', ')}.`);
  }
  mkdirSync(`${root}dist`, { recursive: true });
  // A package that has two names, as an alias of another, is noticed once.
  const notices = new Set(folders.map((folder) => notice(root, folder)));
  writeFileSync(root + NOTICES, [...notices].join('\n\n'));
}

/**
 * Returns the folders of packages, sorted. `node_modules/a/node_modules/b` is another package than `node_modules/b`.
 */
function packageFolders(files) {
  const folders = files.flatMap(
    (file) => /^(?:[^/]*:)?((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  return [...new Set(folders)].sort();
}

/** Returns the packages that the sources import at run time. */
function importedPackages(root) {
  const names = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => packagesIn(readFileSync(join(root, folder, name), 'utf8'))),
  );
  return [...new Set(names)].filter((name) => !NOT_BUNDLED.has(name)).sort();
}

/** Returns the packages that a source imports, without types, Node's modules and files. */
function packagesIn(source) {
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

async function buildTargets(names) {
  const wanted = names.length > 0 ? names : Object.keys(targets);
  const unknown = wanted.filter((name) => !(name in targets));
  if (unknown.length > 0) {
    console.error(
      `No such build target: ${unknown.join(', ')}. There are: ${Object.keys(targets).join(', ')}.`,
    );
    process.exit(2);
  }

  const startedAt = performance.now();
  for (const name of wanted) rmSync(`${root}dist/${name}`, { recursive: true, force: true });
  const metafiles = await Promise.all(wanted.map((name) => targets[name]()));
  const isWhole = wanted.length === Object.keys(targets).length;
  writeThirdPartyNotices(root, metafiles, { isWhole });
  console.log(
    `Built ${wanted.join(', ')} into dist/ in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTargets(process.argv.slice(2));
