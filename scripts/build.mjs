/**
 * Bundles everything into dist/, which then runs without node_modules: server and command line, the app's
 * main process and preload, the page.
 *
 *   node scripts/build.mjs [server|main|renderer …]   default: all
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';
import { TABLE, WORKERS } from './cli-content.mjs';
import {
  APART,
  apartSource,
  asciiOnly,
  commandsApart,
  leanExpress,
  markedBuild,
  packagesApart,
  REQUIRE_BUILTIN,
  requiredHttp,
  tableApart,
} from './lean-bundle.mjs';
import { esbuildValidators } from './standalone-validators.mjs';
import { writeThirdPartyNotices } from './third-party-notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const nodeBundle = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // jsonc-parser's UMD main file requires its parts at run time, which the bundler can't follow.
  mainFields: ['module', 'main'],
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Identifiers stay readable in stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [esbuildValidators],
  // For bundled CommonJS packages that require Node's modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

const serverBundle = {
  ...nodeBundle,
  outdir: 'dist/server',
  plugins: [esbuildValidators, leanExpress, requiredHttp, tableApart],
  banner: { js: REQUIRE_BUILTIN },
};

/** Single files, for a fast start without Node's loader of ES modules. */
const scriptBundle = {
  ...nodeBundle,
  outdir: 'dist/server',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': '__fileUrl' },
  banner: { js: '"use strict";const __fileUrl = require(\'node:url\').pathToFileURL(__filename).href;' },
  plugins: [esbuildValidators, leanExpress, requiredHttp, tableApart, commandsApart],
};

async function buildScripts() {
  const built = await build({
    ...scriptBundle,
    entryPoints: { 'skills-registry': 'src-server/cli/main.ts', ...WORKERS },
  });
  for (const name of ['skills-registry', ...Object.keys(WORKERS)]) toAscii(`${root}dist/server/${name}.cjs`);
  chmodSync(`${root}dist/server/skills-registry.cjs`, 0o755);
  return built;
}

function toAscii(file) {
  writeFileSync(file, asciiOnly(readFileSync(file, 'utf8')));
}

/** The script contains the content hashes of the separate files, so these are built first. */
async function buildServe() {
  const apart = await Promise.all(Object.keys(APART).map(buildApart));
  const script = await build({
    ...scriptBundle,
    plugins: [
      esbuildValidators,
      leanExpress,
      packagesApart(Object.fromEntries(apart.map(({ name, mark }) => [name, mark]))),
      requiredHttp,
      tableApart,
    ],
    entryPoints: { serve: 'src-server/cli/run-server.ts' },
  });
  toAscii(`${root}dist/server/serve.cjs`);
  return [...apart, script];
}

async function buildApart(name) {
  const file = `${root}dist/server/${name}.cjs`;
  const { metafile } = await build({
    ...scriptBundle,
    outdir: undefined,
    outExtension: undefined,
    outfile: file,
    plugins: [leanExpress],
    stdin: { contents: apartSource(name), resolveDir: root },
  });
  const { text, mark } = markedBuild(readFileSync(file, 'utf8'));
  writeFileSync(file, text);
  return { name, mark, metafile };
}

const targets = {
  async server() {
    const builds = await Promise.all([
      build({
        ...serverBundle,
        entryPoints: {
          'run-cli': 'src-server/cli/run-cli.ts',
          'utility-process': 'src-server/desktop/utility-process.ts',
        },
        splitting: true,
        chunkNames: '[name]-[hash]',
      }),
      build({ ...serverBundle, entryPoints: TABLE }),
      buildServe(),
    ]);
    // Built last: its presence marks a complete build.
    builds.push(await buildScripts());
    return { inputs: Object.assign({}, ...builds.flat().map(({ metafile }) => metafile.inputs)) };
  },
  /** Sandboxed preloads must be one CommonJS file. */
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
  /** Asset names have content hashes. */
  async renderer() {
    const inputs = {};
    const noteModules = {
      name: 'note-modules',
      generateBundle(_options, bundle) {
        for (const { modules = {} } of Object.values(bundle))
          for (const id of Object.keys(modules)) inputs[id.replace(root, '')] = {};
      },
    };
    // Workers are bundles of their own, which the page's output doesn't list.
    const worker = { plugins: () => [noteModules] };
    const configFile = `${root}vite.config.ts`;
    await buildPage({ configFile, logLevel: 'warn', plugins: [noteModules], worker });
    return { inputs };
  },
};

const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(targets);
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
