/** What keeps a start small (esbuild): what packages load first thing, and no answer of ours ever takes. */

/**
 * Packages that Express asks for when it is loaded: parsers of bodies and of nested queries, files from a folder, and the
 * table of all media types, 900 kB in all. Who needs one imports it itself.
 */
const NOT_OF_EXPRESS = /^(?:body-parser|mime-types|qs|send|serve-static)$/;

/** In the place of a package: whatever it exports fails when it is called, and says why. Pure. */
export function standIn(name) {
  return `
const fail = () => {
  throw new Error('Express has no "${name}" here: the build leaves it out (scripts/lean-bundle.mjs).');
};
module.exports = new Proxy(fail, { get: () => fail });
`;
}

/** Express without the packages that it only hands on, or takes in methods that no route of ours calls. */
export const leanExpress = {
  name: 'lean-express',
  setup(build) {
    build.onResolve({ filter: NOT_OF_EXPRESS }, ({ path, importer }) =>
      /[\\/]node_modules[\\/](?:express|accepts|type-is)[\\/]/.test(importer)
        ? { path, namespace: 'stand-in' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({ contents: standIn(path) }));
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

/** The tokenizer's table, 3 MB: one file beside all bundles that load it, and none of theirs. */
export const tableApart = {
  name: 'table-apart',
  setup(build) {
    build.onResolve({ filter: /^gpt-tokenizer\/encoding\/o200k_base$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './o200k_base.js', external: true } : undefined,
    );
  },
};

/** `require` for all that is bundled. It can only ask for Node's own modules, which takes no look at the disk. */
export const REQUIRE_BUILTIN =
  "const require = (id) => { const found = process.getBuiltinModule(id); if (found === undefined) throw new Error('There is no module ' + id + ' here.'); return found; };";
