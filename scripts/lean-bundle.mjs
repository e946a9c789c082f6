/** What keeps a start small (esbuild): what packages load first thing, and no answer of ours ever takes. */
import { createHash } from 'node:crypto';

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

/** The other commands: a file beside the program, which is loaded for them alone. */
export const commandsApart = {
  name: 'commands-apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/run-cli\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './run-cli.js', external: true } : undefined,
    );
  },
};

/**
 * What `serve` and `mcp` load only when they are asked for it: by the name of its file beside their bundle, the packages
 * with what is used of each, so that the rest is left out.
 */
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
    '@modelcontextprotocol/server/ext/skills': ['SkillsExtension'],
    '@modelcontextprotocol/server/stdio': ['StdioServerTransport', 'serveStdio'],
  },
};

const fileOf = (id) => Object.keys(APART).find((name) => id in APART[name]);

/** Source of a file apart: exports what is used of each of its packages, under the package's name. Pure. */
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
 * Takes these packages from their files, in a bundle of CommonJS: of the same build, since an update may have replaced
 * the files under a program that runs.
 *
 * @param builds by the file's name, what it exports as `build`
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
        // Of CommonJS the default import is all there is.
        contents: `
          const { build, '${path}': found } = require('./${name}.cjs');
          if (build !== '${builds[name]}') throw new Error('${name}.cjs is of another build.');
          module.exports = found.default ?? found;
        `,
      };
    });
  },
});

/** A file apart that says of which content it is, and what it says. Pure. */
export function markedBuild(text) {
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { text: `${text}module.exports.build="${mark}";\n`, mark };
}

/**
 * A bundle in ASCII: esbuild leaves what stands in regular expressions as it is, and one such letter makes the engine hold,
 * and scan, the whole text in two bytes a letter. Pure; what is bundled has such letters in literals alone.
 */
export function asciiOnly(text) {
  return text.replace(/(\\*)([^\p{ASCII}])/gu, (_, backslashes, letter) => {
    const units = letter.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    // The last of an odd number stands for nothing before such a letter, and would undo the escape.
    return backslashes.slice(backslashes.length % 2) + units.join('');
  });
}

/** `require` for all that is bundled. It can only ask for Node's own modules, which takes no look at the disk. */
export const REQUIRE_BUILTIN =
  "const require = (id) => { const found = process.getBuiltinModule(id); if (found === undefined) throw new Error('There is no module ' + id + ' here.'); return found; };";
