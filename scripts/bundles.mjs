/** What esbuild bundles for Node, and how: of the service, and in common with the app. */
import { fileURLToPath } from 'node:url';
import { buildJoined } from './join-chunks.mjs';

/** The folder of the project, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The options of every bundle for Node. */
export const nodeBundle = {
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
    js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
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

/**
 * The parser of command lines loads child processes, and with them Node's network, for commands that are programs of their
 * own. There are none.
 */
const NO_PROGRAMS = {
  name: 'leave-out-what-the-parser-of-commands-loads-in-vain',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('node_modules/commander/') ? { path: 'nothing', namespace: 'nothing' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: '' }));
  },
};

/**
 * Modules of Node that take milliseconds to load, and of which only functions are used: the first call loads them. Importing
 * something else of them, such as a class, ends the build.
 */
const LOADED_BY_A_CALL = new Set(['node:child_process', 'node:crypto', 'node:net']);

/**
 * An import of one of Node's modules reads all that it exports, and so has Node load what nobody uses: streams, Web Crypto,
 * a parser of arguments. Here only the names are read that are imported somewhere.
 */
const NODE_MODULES = {
  name: 'read-of-nodes-modules-what-is-used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'node', sideEffects: false } : undefined,
    );
    onLoad({ filter: /./, namespace: 'node' }, ({ path }) => {
      const isByCall = LOADED_BY_A_CALL.has(path);
      const exported = Object.entries(process.getBuiltinModule(path));
      const names = exported
        .filter(([name, value]) =>
          isByCall ? typeof value === 'function' && /^[a-z]\w*$/.test(name) : /^[A-Za-z]\w*$/.test(name),
        )
        .map(([name]) => name);
      return {
        contents: [
          `const load = () => process.getBuiltinModule('${path}');`,
          'const all = /* @__PURE__ */ load();',
          isByCall
            ? 'const read = (name) => (...args) => load()[name](...args);'
            : 'const read = (name) => all[name];',
          ...names.map((name) => `const ${name}_ = /* @__PURE__ */ read('${name}');`),
          `export { all as default, ${names.map((name) => `${name}_ as ${name}`).join(', ')} };`,
        ].join('\n'),
      };
    });
  },
};

const AJV = 'ajv.cjs';

/** Ajv is a third of the code of most commands, and few values need it: `contract/schema.ts` loads it by `require`. */
const AJV_LATER = {
  name: 'load-ajv-when-it-is-needed',
  setup({ onResolve }) {
    onResolve({ filter: /^ajv(?:-formats$|\/)/ }, () => ({ path: `./${AJV}`, external: true }));
  },
};

/** Ajv with its formats, for `require`. */
export const ajvBundle = {
  ...nodeBundle,
  banner: {},
  format: 'cjs',
  outfile: `dist/server/${AJV}`,
  stdin: {
    contents: "export { Ajv2020 } from 'ajv/dist/2020.js'; export { default } from 'ajv-formats';",
    resolveDir: root,
  },
};

const OWN_REGISTRY = 'src-server/service/open-registry.ts';
const commandsIn = (name, ...further) => [SERVER.main, `src-server/cli/commands/${name}.ts`, ...further];

/** What starts of the program load together, those that people wait for and those that clients run often. */
const TOGETHER = [
  commandsIn('show', 'src-server/registry/read-registry.ts'),
  commandsIn('show', OWN_REGISTRY),
  commandsIn('find'),
  commandsIn('find', OWN_REGISTRY),
  commandsIn('connect'),
  commandsIn('running-services'),
  commandsIn('validate'),
  commandsIn('mcp', 'src-server/mcp/stdio.ts'),
  commandsIn('serve', 'src-server/service/start-server.ts', OWN_REGISTRY, 'src-server/http/app.ts'),
];

/** The service: its entries, and chunks for what each command loads, which `buildServer` joins. */
export const serverBundle = {
  ...nodeBundle,
  outdir: 'dist/server',
  entryPoints: SERVER,
  splitting: true,
  plugins: [UNUSED, NO_PROGRAMS, NODE_MODULES, AJV_LATER],
  chunkNames: '[name]-[hash]',
};

/** Builds the service; without `write` only in memory. */
export function buildServer({ write = true } = {}) {
  return buildJoined({ ...serverBundle, write }, TOGETHER, SERVER.main);
}
