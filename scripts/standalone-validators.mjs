/**
 * Plugins (esbuild, Vite) for `import validate from './x.schema.json?validate'`: ajv's standalone code needs
 * no compilation at startup, and no `unsafe-eval` in the page's content security policy.
 *
 * Schemas may reference all `*.schema.json` of the same folder by `$id`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';

const QUERY = '?validate';

/** ES module whose default export is ajv's validate function. */
export function compileStandalone(schemaFile) {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: true },
  });
  addFormats.default(ajv);
  const folder = dirname(schemaFile);
  const files = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
  for (const name of files) ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const id = JSON.parse(readFileSync(schemaFile, 'utf8')).$id;
  if (typeof id !== 'string') throw new Error(`${basename(schemaFile)} has no $id`);
  return {
    code: requiresToImports(standaloneCode.default(ajv, ajv.getSchema(id))),
    watchFiles: files.map((name) => join(folder, name)),
  };
}

/** ajv requires runtime helpers even in ES modules. */
function requiresToImports(code) {
  const modules = [];
  const body = code.replace(/require\("([^"]+)"\)/g, (_, id) => {
    if (!modules.includes(id)) modules.push(id);
    return `helper${modules.indexOf(id)}`;
  });
  const imports = modules.map((id, index) => {
    const file = id.endsWith('.js') ? id : `${id}.js`;
    return `import * as ns${index} from ${JSON.stringify(file)};\nconst helper${index} = ns${index}.default?.__esModule ? ns${index}.default : ns${index};`;
  });
  return `${imports.join('\n')}\n${body}`;
}

export const esbuildValidators = {
  name: 'standalone-validators',
  setup(build) {
    build.onResolve({ filter: /\.schema\.json\?validate$/ }, (args) => ({
      path: resolve(args.resolveDir, args.path.slice(0, -QUERY.length)),
      namespace: 'standalone-validator',
    }));
    build.onLoad({ filter: /.*/, namespace: 'standalone-validator' }, (args) => {
      const { code, watchFiles } = compileStandalone(args.path);
      return { contents: code, loader: 'js', resolveDir: dirname(args.path), watchFiles };
    });
  },
};

export const viteValidators = {
  name: 'standalone-validators',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!source.endsWith(`.schema.json${QUERY}`) || importer === undefined) return null;
    return `\0${resolve(dirname(importer), source.slice(0, -QUERY.length))}.validate.js`;
  },
  load(id) {
    if (!id.startsWith('\0') || !id.endsWith('.schema.json.validate.js')) return null;
    return compileStandalone(id.slice(1, -'.validate.js'.length)).code;
  },
};
