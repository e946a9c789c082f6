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

/** What `serve` and `mcp` load only when they are asked for it, by package: a file of its own beside their bundle. */
const APART = {
  'body-parser': 'body-parser',
  '@modelcontextprotocol/node': 'mcp-sdk',
  '@modelcontextprotocol/server': 'mcp-sdk',
  '@modelcontextprotocol/server/ext/skills': 'mcp-sdk',
  '@modelcontextprotocol/server/stdio': 'mcp-sdk',
};

/** Sources of the files apart, by name: each exports its packages under their own names. */
export const APART_FILES = Object.fromEntries(
  [...new Set(Object.values(APART))].map((name) => {
    const packages = Object.keys(APART).filter((id) => APART[id] === name);
    return [name, packages.map((id) => `exports['${id}'] = require('${id}');`).join('\n')];
  }),
);

/** Takes these packages from their files, in a bundle of CommonJS. */
export const packagesApart = {
  name: 'packages-apart',
  setup(build) {
    build.onResolve({ filter: /^(?:body-parser|@modelcontextprotocol\/.*)$/ }, ({ path }) =>
      path in APART ? { path, namespace: 'apart' } : undefined,
    );
    build.onResolve({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({
      contents: `module.exports = require('./${APART[path]}.cjs')['${path}'];`,
    }));
  },
};

/**
 * A bundle in ASCII: esbuild leaves what stands in regular expressions as it is, and one such letter makes the engine hold,
 * and scan, the whole text in two bytes a letter. Pure; what is bundled has such letters in literals alone.
 */
export function asciiOnly(text) {
  return text.replace(/[^\p{ASCII}]/gu, (letter) =>
    letter
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** `require` for all that is bundled. It can only ask for Node's own modules, which takes no look at the disk. */
export const REQUIRE_BUILTIN =
  "const require = (id) => { const found = process.getBuiltinModule(id); if (found === undefined) throw new Error('There is no module ' + id + ' here.'); return found; };";
