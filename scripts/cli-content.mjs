import { APART } from './lean-bundle.mjs';

/** Project paths in every package of the command line. */
export const CLI_CONTENT = [
  'LICENSE',
  'dist/server',
  'dist/third-party-notices.txt',
  'assets/sample-registry',
];

/** Only the desktop app forks the file. */
export const APP_ONLY = 'dist/server/utility-process.js';

/** Worker entries: built name and source. */
export const WORKERS = {
  'disk-worker': 'src-server/registry/disk/disk-worker.ts',
  'token-worker': 'src-server/tokens/token-worker.ts',
  'validation-worker': 'src-server/service/validation-worker.ts',
};

/** Built name and source. */
export const TABLE = { o200k_base: 'gpt-tokenizer/encoding/o200k_base' };

export const WORKER_FILES = [
  ...Object.keys(WORKERS).map((name) => `dist/server/${name}.cjs`),
  ...Object.keys(TABLE).map((name) => `dist/server/${name}.js`),
];

/** `serve` and `mcp`, with lazily loaded files. */
const SCRIPT_FILES = ['serve', ...Object.keys(APART)].map((name) => `dist/server/${name}.cjs`);

export const CLI_FILES = [
  ...['package.json', 'LICENSE', 'dist/third-party-notices.txt', 'dist/renderer/index.html'],
  ...['dist/server/skills-registry.cjs', 'dist/server/run-cli.js', ...SCRIPT_FILES, ...WORKER_FILES],
  ...['assets/sample-registry/index.json'],
];
