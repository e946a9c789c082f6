/** Who may import whom, zone by zone: the house's plan. `import-walls.mjs` holds the sources to it. */

/**
 * One zone; of several that fit a file, the first counts. All but `packages` are path prefixes from the project's root.
 *
 * @typedef {object} Zone
 * @property {string} files the files it is about
 * @property {readonly string[]} imports what they may import
 * @property {readonly string[]} [types] of what else they may import types
 * @property {readonly string[]} [forbidden] what they may not import, not even as a type, though `imports` holds it
 * @property {readonly string[]} packages npm packages; an end of `-` or `/` stands for any rest. Types may be of any.
 * @property {'none' | 'no files' | 'all'} node which of Node's own modules there are; `no files`: all but `node:fs`
 * @property {readonly string[]} [openFiles] files that may import `node:fs` where the zone may not
 */

/** Every subject may know the contract, the slices and turns that long work takes, and itself. */
const subject = (name, packages = [], subjects = []) => ({
  files: `src-server/${name}/`,
  node: 'no files',
  imports: [
    'src-server/contract/',
    'src-server/group-by',
    'src-server/run-in-slices',
    'src-server/sort-in-steps',
    'src-server/turns',
    `src-server/${name}/`,
    ...subjects,
  ],
  packages,
});

/** What both doors may know of the service. */
const served = [
  'src-server/contract/',
  'src-server/projects/',
  'src-server/markdown/',
  'src-server/registry/',
  'src-server/validation/',
  'src-server/search/',
  'src-server/group-by',
  'src-server/run-in-slices',
  'src-server/sort-in-steps',
  'src-server/turns',
  'src-server/served-registry',
  'src-server/skill-answer/',
  'src-server/version',
];

/** What the registry's code may know; the part of it that meets the disk also writes. */
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
  // Of the service only what is said; the exceptions know nothing of it.
  imports: [
    'src-main/',
    'src-server/contract/',
    'src-server/connect/',
    'src-server/discovery/',
    'src-server/turns',
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
      'src-server/turns',
      'src-server/writing/',
    ],
  },
  subject('text', ['diff']),
  {
    // Runs in the page too.
    files: 'src-server/projects/read/',
    node: 'none',
    imports: ['src-server/group-by', 'src-server/projects/'],
    forbidden: ['src-server/projects/disk/'],
    packages: ['jsonc-parser', 'smol-toml', 'yaml'],
  },
  {
    // The one folder that opens a project's files.
    files: 'src-server/projects/disk/',
    node: 'all',
    imports: ['src-server/projects/', 'src-server/writing/'],
    packages: [],
  },
  {
    // What is written into a project; `project-folder` and `sync-project` alone touch it.
    ...subject('projects/sync'),
    node: 'no files',
    imports: [
      'src-server/contract/',
      'src-server/projects/',
      'src-server/registry/agent-skills/',
      'src-server/text/',
      'src-server/writing/',
    ],
    forbidden: ['src-server/projects/read/', 'src-server/projects/disk/'],
    openFiles: ['project-folder', 'registry-source'].map((name) => `src-server/projects/sync/${name}`),
  },
  // Pure: the service, the command line and the page ask it.
  { ...subject('projects'), node: 'none' },
  { ...subject('writing'), node: 'all', imports: ['src-server/writing/'] },
  {
    // Speaks Git over HTTP, and holds what it brought. Only commands know it: a service asks no other computer.
    ...subject('registries'),
    node: 'all',
    imports: [
      'src-server/contract/',
      'src-server/registries/',
      'src-server/registry/',
      'src-server/writing/',
    ],
  },
  {
    ...subject('discovery'),
    node: 'all',
    imports: ['src-server/contract/', 'src-server/discovery/', 'src-server/writing/'],
  },
  {
    // The one folder that opens a registry's files.
    files: 'src-server/registry/disk/',
    node: 'all',
    imports: [...registry, 'src-server/tokens/count-tokens', 'src-server/writing/'],
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
    // The page's own files, and nothing of a registry.
    openFiles: ['src-server/http/routes/page'],
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
    imports: ['src-main/preload/', 'src-main/contract/channels'],
    types: ['src-main/contract/', 'src-server/contract/'],
    packages: ['electron'],
  },
  {
    files: 'src-main/contract/',
    node: 'none',
    imports: ['src-main/contract/', 'src-server/contract/'],
    packages: [],
  },
  // Puts it together; nobody else knows who asks for the app's deeds.
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
      'src-server/contract/schemas/',
      'src-server/contract/words/age-words.ts',
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
      'src-server/contract/api/trust-tiers.ts',
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
