import { APART } from './lean-bundle.mjs';

/** Project paths that every package of the command line contains. */
export const CLI_CONTENT = [
  'LICENSE',
  'dist/server',
  'dist/third-party-notices.txt',
  'assets/sample-registry',
];

/** Entry that only the desktop app forks, beside its archive. */
export const APP_ONLY = 'dist/server/utility-process.js';

/** Worker entries: built name and source. */
export const WORKERS = {
  'disk-worker': 'src-server/registry/disk/disk-worker.ts',
  'token-worker': 'src-server/tokens/token-worker.ts',
  'validation-worker': 'src-server/service/validation-worker.ts',
};

/** Tokenizer table, loaded on the first count: built name and source. */
export const TABLE = { o200k_base: 'gpt-tokenizer/encoding/o200k_base' };

/** Built workers and table. */
export const WORKER_FILES = [
  ...Object.keys(WORKERS).map((name) => `dist/server/${name}.cjs`),
  ...Object.keys(TABLE).map((name) => `dist/server/${name}.js`),
];

/** Bundles of `serve` and `mcp`, with their lazily loaded files. */
const SCRIPT_FILES = ['serve', ...Object.keys(APART)].map((name) => `dist/server/${name}.cjs`);

/** Required files. */
export const CLI_FILES = [
  ...['package.json', 'LICENSE', 'dist/third-party-notices.txt', 'dist/renderer/index.html'],
  ...['dist/server/skills-registry.cjs', 'dist/server/run-cli.js', ...SCRIPT_FILES, ...WORKER_FILES],
  ...['assets/sample-registry/index.json'],
];
