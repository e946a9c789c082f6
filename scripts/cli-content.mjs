import { APART } from './lean-bundle.mjs';

/** What the command line needs wherever it is packed, by its place in the project. */
export const CLI_CONTENT = [
  'LICENSE',
  'dist/server',
  'dist/third-party-notices.txt',
  'assets/sample-registry',
];

/** The file among it that only the desktop app forks, from where it is packed beside the app's archive. */
export const APP_ONLY = 'dist/server/utility-process.js';

/** The worker threads' entries: what they are called when built, and where they come from. */
export const WORKERS = {
  'disk-worker': 'src-server/registry/disk/disk-worker.ts',
  'token-worker': 'src-server/tokens/token-worker.ts',
  'validation-worker': 'src-server/service/validation-worker.ts',
};

/** The tokenizer's table, which bundles load when they count: what it is called when built, and where it comes from. */
export const TABLE = { o200k_base: 'gpt-tokenizer/encoding/o200k_base' };

/** The files of the threads, and the table that they load. */
export const WORKER_FILES = [
  ...Object.keys(WORKERS).map((name) => `dist/server/${name}.cjs`),
  ...Object.keys(TABLE).map((name) => `dist/server/${name}.js`),
];

/** What `serve` and `mcp` run, and what they load when they are asked for it. */
const SCRIPT_FILES = ['serve', ...Object.keys(APART)].map((name) => `dist/server/${name}.cjs`);

/** What it can't do without. */
export const CLI_FILES = [
  ...['package.json', 'LICENSE', 'dist/third-party-notices.txt', 'dist/renderer/index.html'],
  ...['dist/server/skills-registry.cjs', 'dist/server/run-cli.js', ...SCRIPT_FILES, ...WORKER_FILES],
  ...['assets/sample-registry/index.json'],
];
