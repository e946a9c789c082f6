/**
 * Bundles everything into dist/, which then runs without node_modules: server and command line, the app's
 * main process and preload, the page.
 *
 *   node scripts/build.mjs [server|main|renderer …]   default: all
 */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';
import { ajvBundle, nodeBundle, root, serverBundle } from './bundles.mjs';
import { writeThirdPartyNotices } from './third-party-notices.mjs';

/** The tokens that counts are made of: read as they are, since as strings of a module they take 50 MB. */
const TOKENS = 'o200k_base.tiktoken';

/** The name that package managers and settings of clients know. */
const COMMAND = "#!/usr/bin/env node\nimport('./main.js');\n";

const targets = {
  async server() {
    const [{ metafile }, ajv] = await Promise.all([build(serverBundle), build(ajvBundle)]);
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
