/**
 * Import rules of a zone. The first matching zone applies to a file. All fields except `packages` are path
 * prefixes from the project root.
 *
 * @typedef {object} Zone
 * @property {string} files files of the zone
 * @property {readonly string[]} imports allowed imports
 * @property {readonly string[]} [types] further allowed type imports
 * @property {readonly string[]} [forbidden] exceptions from `imports`, for types too
 * @property {readonly string[]} packages allowed npm packages; a trailing `-` or `/` matches any suffix. Type
 *   imports are unrestricted.
 * @property {'none' | 'no files' | 'all'} node allowed Node modules; `no files`: all except `node:fs`
 * @property {readonly string[]} [openFiles] files that may import `node:fs` nevertheless
 */

/** Contract, helpers for slices and queues, and the subject itself. */
const subject = (name, packages = [], subjects = []) => ({
  files: `src-server/${name}/`,
  node: 'no files',
  imports: [
    'src-server/contract/',
    'src-server/group-by',
    'src-server/next-turn',
    'src-server/run-in-slices',
    'src-server/sort-in-steps',
    'src-server/semaphore',
    `src-server/${name}/`,
    ...subjects,
  ],
  packages,
});

/** For both transports, HTTP and MCP. */
const served = [
  'src-server/contract/',
  'src-server/projects/',
  'src-server/markdown/',
  'src-server/registry/',
  'src-server/validation/',
  'src-server/search/',
  'src-server/group-by',
  'src-server/next-turn',
  'src-server/run-in-slices',
  'src-server/sort-in-steps',
  'src-server/semaphore',
  'src-server/served-registry',
  'src-server/skill-answer/',
  'src-server/version',
];

/** Only the disk part may write. */
const registry = [
  'src-server/contract/',
  'src-server/markdown/',
  'src-server/validation/',
  'src-server/registry/',
  'src-server/search/',
  'src-server/group-by',
  'src-server/leave-without-waiting',
  'src-server/run-in-slices',
  'src-server/sort-in-steps',
];

const mainProcess = {
  node: 'all',
  // Only the contract with the service, and modules independent of the service.
  imports: [
    'src-main/',
    'src-server/contract/',
    'src-server/connect/',
    'src-server/discovery/',
    'src-server/semaphore',
    'src-server/user-folders',
    'src-server/writing/',
    'package.json',
  ],
  packages: ['electron', 'electron-log'],
};

/** @type {readonly Zone[]} */
export const zones = [
  { files: 'src-server/contract/', node: 'none', imports: ['src-server/contract/'], packages: [] },
  subject('search', ['wink-porter2-stemmer'], ['src-server/markdown/', 'src-server/projects/']),
  subject('markdown'),
  subject('validation', ['jsonc-parser'], ['src-server/markdown/']),
  subject('tokens', ['gpt-tokenizer']),
  {
    ...subject('connect', ['jsonc-parser', 'smol-toml']),
    node: 'all',
    imports: [
      'src-server/contract/',
      'src-server/connect/',
      'src-server/text/',
      'src-server/semaphore',
      'src-server/user-folders',
      'src-server/writing/',
    ],
  },
  subject('text', ['diff']),
  subject('git-format'),
  {
    // Also runs in the page.
    files: 'src-server/projects/read/',
    node: 'none',
    imports: ['src-server/contract/api/project', 'src-server/group-by', 'src-server/projects/'],
    forbidden: ['src-server/projects/disk/'],
    packages: ['jsonc-parser', 'smol-toml', 'yaml'],
  },
  {
    // Only folder that opens a project's files.
    files: 'src-server/projects/disk/',
    node: 'all',
    imports: [
      'src-server/contract/api/project',
      'src-server/projects/',
      'src-server/user-folders',
      'src-server/writing/',
    ],
    packages: [],
  },
  {
    // Writes into projects; only `project-folder` and `sync-project` access the files.
    ...subject('projects/sync'),
    node: 'no files',
    imports: [
      'src-server/contract/',
      'src-server/projects/',
      'src-server/group-by',
      'src-server/text/',
      'src-server/writing/',
    ],
    forbidden: ['src-server/projects/read/', 'src-server/projects/disk/'],
    openFiles: ['project-folder', 'registry-source'].map((name) => `src-server/projects/sync/${name}`),
  },
  // Pure: used by the service, the command line and the page.
  { ...subject('projects'), node: 'none' },
  { ...subject('writing'), node: 'all', imports: ['src-server/writing/'] },
  {
    // Git over HTTP and stored copies.
    ...subject('registries'),
    node: 'all',
    imports: [
      'src-server/contract/',
      'src-server/find-program',
      'src-server/git-format/',
      'src-server/registries/',
      'src-server/registry/',
      'src-server/text/',
      'src-server/validation/skill-checker',
      'src-server/writing/',
    ],
  },
  {
    ...subject('discovery'),
    node: 'all',
    imports: ['src-server/contract/', 'src-server/discovery/', 'src-server/writing/'],
  },
  {
    // Only folder that opens a registry's files.
    files: 'src-server/registry/disk/',
    node: 'all',
    imports: [...registry, 'src-server/git-format/', 'src-server/tokens/count-tokens', 'src-server/writing/'],
    packages: [],
  },
  {
    files: 'src-server/registry/model/',
    node: 'no files',
    imports: registry,
    forbidden: ['src-server/registry/disk/'],
    packages: [],
  },
  {
    files: 'src-server/registry/',
    node: 'no files',
    imports: registry,
    packages: [],
  },
  {
    files: 'src-server/http/',
    node: 'no files',
    imports: [...served, 'src-server/http/'],
    packages: ['body-parser', 'express', 'lru-cache'],
    // Files of the page, never of a registry.
    openFiles: ['src-server/http/routes/page'],
  },
  {
    // Plans a site from the answers of a service; only `site-disk`, `site-page` and `open-site-folder` access files.
    files: 'src-server/site/',
    node: 'no files',
    imports: [
      'src-server/contract/',
      'src-server/group-by',
      'src-server/registries/copy-names',
      'src-server/registry/',
      'src-server/search/',
      'src-server/served-registry',
      'src-server/site/',
      'src-server/version',
      'src-server/writing/',
    ],
    packages: [],
    openFiles: ['site-disk', 'site-page', 'open-site-folder'].map((name) => `src-server/site/${name}`),
  },
  {
    files: 'src-server/skill-answer/',
    node: 'no files',
    imports: served,
    packages: [],
  },
  {
    files: 'src-server/mcp/sdk/',
    node: 'no files',
    imports: ['src-server/contract/', 'src-server/mcp/', 'src-server/served-registry', 'src-server/version'],
    packages: ['@modelcontextprotocol/'],
  },
  {
    files: 'src-server/mcp/',
    node: 'no files',
    imports: [...served, 'src-server/mcp/'],
    forbidden: ['src-server/mcp/sdk/'],
    packages: [],
  },
  {
    files: 'src-server/cli/',
    node: 'all',
    imports: ['src-server/', 'package.json'],
    packages: ['commander', 'smol-toml'],
  },
  {
    files: 'src-server/',
    node: 'all',
    imports: ['src-server/', 'package.json'],
    forbidden: ['src-server/cli/'],
    packages: [],
  },
  {
    files: 'src-main/preload/',
    node: 'none',
    imports: ['src-main/preload/', 'src-main/contract/requests'],
    types: ['src-main/contract/', 'src-server/contract/'],
    packages: ['electron'],
  },
  {
    files: 'src-main/contract/',
    node: 'none',
    imports: ['src-main/contract/', 'src-server/contract/'],
    packages: [],
  },
  // Composition root; no other file knows the callers of the app's actions.
  { ...mainProcess, files: 'src-main/main.ts' },
  { ...mainProcess, files: 'src-main/ipc/', forbidden: ['src-main/tray/', 'src-main/main'] },
  { ...mainProcess, files: 'src-main/tray/', forbidden: ['src-main/ipc/', 'src-main/main'] },
  {
    ...mainProcess,
    files: 'src-main/',
    forbidden: ['src-main/ipc/', 'src-main/tray/', 'src-main/main'],
  },
  {
    files: 'src-renderer/',
    node: 'none',
    imports: [
      'src-renderer/',
      'src-main/contract/describe-service.ts',
      'src-main/contract/service-state.ts',
      'src-server/contract/schemas/',
      'src-server/contract/words/age-words.ts',
      'src-server/contract/words/changed-count.ts',
      'src-server/contract/words/short-commit.ts',
      'src-server/contract/words/verdict-sentence.ts',
      'src-server/contract/diagnostics/causes.ts',
      'src-server/contract/clients/client-calls.ts',
      'src-server/contract/clients/command-words.ts',
      'src-server/contract/diagnostics/diagnostic.ts',
      'src-server/projects/match/ask-matches.ts',
      'src-server/projects/match/match-findings.ts',
      'src-server/projects/read/',
      'src-server/contract/api/choose-files.ts',
      'src-server/contract/api/files-to-read-first.ts',
      'src-server/contract/clients/agent-rows.ts',
      'src-server/contract/clients/client-names.ts',
      'src-server/contract/clients/editor-rows.ts',
      'src-server/contract/words/encode-path.ts',
      'src-server/contract/clients/entry-shapes.ts',
      'src-server/contract/clients/mcp-client-row.ts',
      'src-server/contract/clients/mcp-client-rows.ts',
      'src-server/contract/clients/mcp-clients.ts',
      'src-server/contract/clients/pointer.ts',
      'src-server/contract/diagnostics/relaxed.ts',
      'src-server/contract/service/service-address.ts',
      'src-server/contract/diagnostics/severity.ts',
      'src-server/contract/clients/shell-words.ts',
      'src-server/contract/api/standard-files.ts',
      'src-server/contract/api/trust-makeup.ts',
      'src-server/markdown/entry-labels.ts',
    ],
    types: ['src-server/contract/', 'src-main/contract/'],
    packages: [
      'react',
      'react-dom',
      'hast-util-to-jsx-runtime',
      'remark-',
      'rehype-',
      'lucide-react',
      '@tanstack/',
      'highlight.js',
      'lowlight',
      'unified',
    ],
  },
];
