/**
 * Build plugins (esbuild) that keep out of a start what only some callers need, though packages ask for it when they are
 * loaded. What comes late works as ever: the first use loads it.
 */
import { readFileSync } from 'node:fs';

/** Packages that Express's files ask for first thing, and that hardly an answer of ours takes. */
const LATE = ['mime-types', 'qs', 'send'];
/** Packages that Express hands on as its own (`express.json`, `express.static`); who needs one imports it itself. */
const APART = ['body-parser', 'serve-static'];

const LOAD_LATE = `
function __late(load) {
  return new Proxy(function () {}, {
    apply: (_, self, values) => Reflect.apply(load(), self, values),
    get: (_, name) => load()[name],
  });
}
`;

/** A CommonJS source where the first use of a late package loads it, not the source itself. Pure. */
export function requireLate(source) {
  const late = source.replace(/^(var|const|let) (\w+) = require\('([\w-]+)'\)/gm, (line, kind, name, id) =>
    LATE.includes(id) ? `${kind} ${name} = __late(() => require('${id}'))` : line,
  );
  return late === source ? source : `${late}${LOAD_LATE}`;
}

/** Express without what it only hands on, and with the tables of media types once they are asked for. */
export const leanExpress = {
  name: 'lean-express',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/](?:express|accepts|type-is)[\\/].*\.js$/ }, ({ path }) => ({
      contents: requireLate(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
    build.onResolve({ filter: new RegExp(`^(?:${APART.join('|')})$`) }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]express[\\/]/.test(importer) ? { path, namespace: 'apart' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'apart' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * Node's `http` by `require`. An ES module's `import` of it reads all that it exports, and from Node 22 on that loads the
 * client of `fetch` (undici), which costs more than everything else in a start.
 */
export const requiredHttp = {
  name: 'required-http',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'required' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};
