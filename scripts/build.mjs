/**
 * Bundles everything into dist/, which then runs without node_modules: server and command line, the app's
 * main process and preload, the page.
 *
 *   node scripts/build.mjs [server|main|renderer …]   default: all
 */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';
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
  // For bundled CommonJS packages that require Node's modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/** What is built for the service: the command line, the service as a process of the app, and threads. */
const SERVER = {
  main: 'src-server/cli/main.ts',
  'utility-process': 'src-server/desktop/utility-process.ts',
  'registry-worker': 'src-server/registry/worker/main.ts',
};

/**
 * Parts that Express loads and this service never calls: parsers of bodies and of nested queries with their encodings,
 * and the types of a thousand extensions. They would be a half of the code that each start reads.
 */
const UNUSED = {
  name: 'leave-out-what-express-loads-in-vain',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/(?:body-parser\/index|qs\/lib\/index)\.js$/ }, () => ({ contents: '' }));
    onLoad({ filter: /node_modules\/mime-db\/db\.json$/ }, () => ({ contents: '{}', loader: 'json' }));
  },
};

/** The tokens that counts are made of: read as they are, since as strings of a module they take 50 MB. */
const TOKENS = 'o200k_base.tiktoken';

/** The name that package managers and settings of clients know. */
const COMMAND = "#!/usr/bin/env node\nimport('./main.js');\n";

const targets = {
  async server() {
    const { metafile } = await build({
      ...nodeBundle,
      outdir: 'dist/server',
      entryPoints: SERVER,
      splitting: true,
      plugins: [UNUSED],
      chunkNames: '[name]-[hash]',
    });
    copyFileSync(`${root}node_modules/gpt-tokenizer/data/${TOKENS}`, `${root}dist/server/${TOKENS}`);
    // Written last: its presence marks a complete build.
    writeFileSync(`${root}dist/server/skills-registry.cjs`, COMMAND, { mode: 0o755 });
    return metafile;
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
