/** What esbuild bundles for Node, and how: of the service, and in common with the app. */
import { fileURLToPath } from 'node:url';

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

/** The service: its entries, and a chunk for what each command loads. */
export const serverBundle = {
  ...nodeBundle,
  outdir: 'dist/server',
  entryPoints: SERVER,
  splitting: true,
  plugins: [UNUSED, NO_PROGRAMS, AJV_LATER],
  chunkNames: '[name]-[hash]',
};
