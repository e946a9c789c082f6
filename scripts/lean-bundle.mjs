/** esbuild plugins for a fast start. */
import { createHash } from 'node:crypto';

/** Loaded by Express at startup, 900 kB in all. Code that needs a package imports it directly. */
const NOT_OF_EXPRESS = /^(?:body-parser|mime-types|qs|send|serve-static)$/;

/** Exports throw when called. Pure. */
export function standIn(name) {
  return `
const fail = () => {
  throw new Error('Express has no "${name}" here: the build leaves it out (scripts/lean-bundle.mjs).');
};
module.exports = new Proxy(fail, { get: () => fail });
`;
}

/** Express only re-exports the packages, or uses them in methods that no route calls. */
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
 * An ES import reads all exports, and from Node 22 on so loads the client of `fetch` (undici), the largest
 * part of the startup time.
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

/** 3 MB, in one file for all bundles. */
export const tableApart = {
  name: 'table-apart',
  setup(build) {
    build.onResolve({ filter: /^gpt-tokenizer\/encoding\/o200k_base$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './o200k_base.js', external: true } : undefined,
    );
  },
};

/** Loaded only for other commands. */
export const commandsApart = {
  name: 'commands-apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/run-cli\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './run-cli.js', external: true } : undefined,
    );
  },
};

/** Loaded on demand by `serve` and `mcp`: file name, packages, used exports. */
export const APART = {
  'body-parser': { 'body-parser': ['default'] },
  'mcp-sdk': {
    '@modelcontextprotocol/node': ['toNodeHandler'],
    '@modelcontextprotocol/server': [
      'CLIENT_INFO_META_KEY',
      'createMcpHandler',
      'McpServer',
      'ProtocolError',
      'parseJSONRPCMessage',
    ],
    '@modelcontextprotocol/server/stdio': ['StdioServerTransport', 'serveStdio'],
  },
};

const fileOf = (id) => Object.keys(APART).find((name) => id in APART[name]);

/** Exports grouped by package name. Pure. */
export function apartSource(name) {
  const packages = Object.entries(APART[name]).map(([id, names], index) => {
    const aliases = names.map((used) => [used, `${used}_${index}`]);
    return {
      imports: `import { ${aliases.map(([used, alias]) => `${used} as ${alias}`).join(', ')} } from '${id}';`,
      exports: `export const package_${index} = { ${aliases.map(([used, alias]) => `${used}: ${alias}`).join(', ')} };
export { package_${index} as '${id}' };`,
    };
  });
  return packages.flatMap(({ imports, exports }) => [imports, exports]).join('\n');
}

/**
 * Verifies the build: an update may replace files of a running program.
 *
 * @param builds content hash by file name, exported there as `build`
 */
export const packagesApart = (builds) => ({
  name: 'packages-apart',
  setup(build) {
    build.onResolve({ filter: /^(?:body-parser|@modelcontextprotocol\/.*)$/ }, ({ path }) =>
      fileOf(path) === undefined ? undefined : { path, namespace: 'apart' },
    );
    build.onResolve({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /.*/, namespace: 'apart' }, ({ path }) => {
      const name = fileOf(path);
      return {
        // In CommonJS the default import is the whole module.
        contents: `
          const { build, '${path}': found } = require('./${name}.cjs');
          if (build !== '${builds[name]}') throw new Error('${name}.cjs is of another build.');
          module.exports = found.default ?? found;
        `,
      };
    });
  },
});

/** Adds a content hash as export `build`. Pure. */
export function markedBuild(text) {
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { text: `${text}module.exports.build="${mark}";\n`, mark };
}

/**
 * esbuild keeps non-ASCII characters in regular expressions; one makes V8 store the whole source in two bytes
 * per character. Pure; only for sources with such characters in literals alone.
 */
export function asciiOnly(text) {
  return text.replace(/(\\*)([^\p{ASCII}])/gu, (_, backslashes, letter) => {
    const units = letter.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    // The last of an odd number of backslashes escapes the letter; before `\u` it would escape the backslash.
    return backslashes.slice(backslashes.length % 2) + units.join('');
  });
}

/** Only Node's modules, without file lookups. */
export const REQUIRE_BUILTIN =
  "const require = (id) => { const found = process.getBuiltinModule(id); if (found === undefined) throw new Error('There is no module ' + id + ' here.'); return found; };";
