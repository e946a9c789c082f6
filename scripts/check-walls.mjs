/**
 * Who may import whom, held by a check. Each zone names what its files may import; what isn't named is refused.
 * `types` are folders from which only `import type` is allowed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** First match wins; `imports` and `types` are path prefixes from the project's root, `packages` npm packages. */
const zones = [
  { files: 'src-server/contract/', node: false, imports: ['src-server/contract/'], packages: [] },
  {
    files: 'src-server/search/',
    node: true,
    imports: ['src-server/contract/', 'src-server/search/', 'src-server/run-in-slices'],
    packages: ['wink-porter2-stemmer'],
  },
  {
    files: 'src-server/validation/',
    node: true,
    imports: ['src-server/contract/', 'src-server/validation/'],
    packages: ['jsonc-parser'],
  },
  {
    files: 'src-server/registry/',
    node: true,
    imports: [
      'src-server/contract/',
      'src-server/validation/',
      'src-server/registry/',
      'src-server/writing/',
      'src-server/run-in-slices',
    ],
    types: ['src-server/search/search-document'],
    packages: [],
  },
  {
    files: 'src-server/http/',
    node: true,
    imports: [
      'src-server/contract/',
      'src-server/registry/',
      'src-server/validation/',
      'src-server/search/',
      'src-server/http/',
      'src-server/run-in-slices',
      'src-server/service/served-registry',
      'src-server/version',
    ],
    packages: ['express', 'lru-cache'],
  },
  {
    files: 'src-server/mcp/sdk/',
    node: true,
    imports: [
      'src-server/contract/',
      'src-server/mcp/',
      'src-server/service/served-registry',
      'src-server/version',
    ],
    packages: ['@modelcontextprotocol/'],
  },
  {
    files: 'src-server/mcp/',
    node: true,
    forbidden: ['src-server/mcp/sdk/'],
    imports: [
      'src-server/contract/',
      'src-server/registry/',
      'src-server/validation/',
      'src-server/search/',
      'src-server/mcp/',
      'src-server/service/served-registry',
      'src-server/version',
    ],
    packages: [],
  },
  {
    files: 'src-server/text/',
    node: false,
    imports: ['src-server/contract/', 'src-server/text/'],
    packages: ['diff'],
  },
  {
    files: 'src-server/connect/',
    node: true,
    imports: ['src-server/writing/', 'src-server/text/', 'src-server/contract/', 'src-server/connect/'],
    packages: ['jsonc-parser', 'smol-toml'],
  },
  {
    files: 'src-server/tokens/',
    node: true,
    imports: ['src-server/contract/', 'src-server/tokens/'],
    packages: ['gpt-tokenizer'],
  },
  {
    files: 'src-server/cli/',
    node: true,
    imports: ['src-server/', 'package.json'],
    packages: ['commander', 'smol-toml'],
  },
  {
    files: 'src-server/',
    node: true,
    imports: ['src-server/', 'package.json'],
    packages: [],
    forbidden: ['src-server/cli/'],
  },
  {
    files: 'src-main/preload/',
    node: false,
    imports: ['src-main/preload/', 'src-main/ipc/channels'],
    types: ['src-main/ipc/', 'src-server/contract/'],
    packages: ['electron'],
  },
  {
    files: 'src-main/',
    node: true,
    // Of the service only what is said; the exceptions know nothing of it.
    imports: [
      'src-main/',
      'src-server/contract/',
      'src-server/connect/',
      'src-server/writing/',
      'package.json',
    ],
    packages: ['electron', 'electron-log'],
  },
  {
    files: 'src-renderer/',
    node: false,
    imports: [
      'src-renderer/',
      'src-server/contract/schemas/',
      'src-server/contract/diagnostic.ts',
      'src-server/contract/mcp-clients.ts',
    ],
    types: ['src-server/contract/', 'src-main/ipc/'],
    packages: [
      'react',
      'react-dom',
      'react-markdown',
      'remark-',
      'rehype-',
      'lucide-react',
      '@tanstack/',
      'highlight.js',
      'lowlight',
    ],
  },
];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function* sourceFiles(folder) {
  for (const item of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${item.name}`;
    if (item.isDirectory()) yield* sourceFiles(path);
    else if (/\.tsx?$/.test(item.name) && !item.name.endsWith('.d.ts')) yield path;
  }
}

/** Why `file` may not import `id`, or undefined where it may. */
function refusal(zone, file, id, typeOnly) {
  if (id.startsWith('node:') || builtinModules.includes(id))
    return zone.node || typeOnly ? undefined : 'Node is not there';
  if (!id.startsWith('.')) {
    const allowed = zone.packages.some(
      (name) => id === name || id.startsWith(`${name}/`) || (/[-/]$/.test(name) && id.startsWith(name)),
    );
    return allowed || typeOnly ? undefined : `the package is not on the list of ${zone.files}`;
  }
  const target = relative(root, resolve(root, dirname(file), id.replace(/\?.*$/, '')))
    .split(sep)
    .join('/');
  if (zone.forbidden?.some((prefix) => target.startsWith(prefix))) return `${zone.files} must not know it`;
  if (zone.imports.some((prefix) => target.startsWith(prefix))) return undefined;
  if (zone.types?.some((prefix) => target.startsWith(prefix)))
    return typeOnly ? undefined : 'only `import type` is allowed';
  return `outside of what ${zone.files} may import`;
}

const refusals = [];
let checked = 0;
for (const folder of ['src-server', 'src-main', 'src-renderer']) {
  for (const file of sourceFiles(folder)) {
    const zone = zones.find(({ files }) => file.startsWith(files));
    checked += 1;
    for (const match of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const reason = refusal(zone, file, match[2] ?? match[3], match[1] !== undefined);
      if (reason !== undefined) refusals.push(`${file} imports ${match[2] ?? match[3]}: ${reason}.`);
    }
  }
}
for (const line of refusals) console.error(line);
if (refusals.length > 0) process.exit(1);
console.log(`Walls hold: ${checked} files checked.`);
