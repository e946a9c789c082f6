import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildServer, serverBundle } from '../../scripts/bundles.mjs';

const require = createRequire(import.meta.url);

interface Output {
  readonly bytes: number;
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}

type Outputs = Readonly<Record<string, Output>>;

/** What esbuild makes of the sources, where a chunk has only what all its entries load. */
let outputs: Outputs = {};

beforeAll(async () => {
  // The plugin has no types.
  const options = serverBundle as unknown as Parameters<typeof build>[0];
  const { metafile } = await build({ ...options, write: false });
  outputs = metafile?.outputs ?? {};
});

/** A package that is left out still has the few bytes that name it. */
const NOTHING = 300;

/** The files that are loaded when these modules are. */
function filesOf(built: Outputs, modules: readonly string[]): ReadonlySet<Output> {
  const loaded = new Set<Output>();
  const load = (name: string): void => {
    const output = built[name];
    if (output === undefined || loaded.has(output)) return;
    loaded.add(output);
    for (const { path, kind, external } of output.imports)
      if (kind === 'import-statement' && external !== true) load(path);
  };
  for (const module of modules) {
    const [name] = Object.entries(built).find(([, { entryPoint }]) => entryPoint === module) ?? [];
    if (name === undefined) throw new Error(`No chunk begins with ${module}.`);
    load(name);
  }
  return loaded;
}

/** Bytes by what is loaded when these modules are: packages by their name, sources by their path. */
function loadedWith(...modules: readonly string[]): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const { inputs } of filesOf(outputs, modules))
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const what = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input;
      bytes.set(what, (bytes.get(what) ?? 0) + bytesInOutput);
    }
  return bytes;
}

const packages = (loaded: ReadonlyMap<string, number>) =>
  [...loaded]
    .filter(([name, bytes]) => !/^(?:src-|node:|package\.json$)/.test(name) && bytes > NOTHING)
    .map(([name]) => name)
    .toSorted();

const MAIN = 'src-server/cli/main.ts';
/** Without ajv, which has a file of its own. */
const SCHEMAS = ['@sinclair/typebox'];
const SEARCH = ['jsonc-parser', 'lru-cache', 'wink-porter2-stemmer'];
const OWN_REGISTRY = 'src-server/service/open-registry.ts';

describe('the build has the commands load what they run', () => {
  it('prints its version with the parser of command lines alone', () => {
    expect(packages(loadedWith(MAIN))).toEqual(['commander']);
  });

  it.each([
    ['running-services', [], SCHEMAS],
    ['show', ['src-server/registry/read-registry.ts'], [...SCHEMAS, 'jsonc-parser', 'wink-porter2-stemmer']],
    ['find', [OWN_REGISTRY], [...SCHEMAS, ...SEARCH]],
    ['connect', [], [...SCHEMAS, 'diff', 'jsonc-parser', 'smol-toml']],
    ['validate', [], [...SCHEMAS, 'diff', 'gpt-tokenizer', 'jsonc-parser', 'wink-porter2-stemmer']],
  ] as const)('loads these packages for the commands of %s.ts', (commands, further, wanted) => {
    const loaded = loadedWith(MAIN, `src-server/cli/commands/${commands}.ts`, ...further);
    expect(packages(loaded)).toEqual([...wanted, 'commander'].toSorted());
  });

  it('checks with ajv, from a file of its own, what is not surely right', () => {
    const later = Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    expect(later).toContain('./ajv.cjs');
    const { Ajv2020, default: addFormats } = require('../../dist/server/ajv.cjs');
    const ajv = addFormats(new Ajv2020());
    expect(ajv.validate({ type: 'string', format: 'date-time' }, '2026-11-31T00:00:00Z')).toBe(false);
    expect(ajv.validate({ type: 'string', format: 'date-time' }, '2026-11-30T00:00:00+01:00')).toBe(true);
  });

  it('has the parser of commands load no child processes', () => {
    const [, main] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === MAIN) ?? [];
    expect(main?.imports.map(({ path }) => path)).not.toContain('node:child_process');
  });

  it('loads of the thread that reads registries nothing that serves', () => {
    const loaded = loadedWith('src-server/registry/worker/main.ts');
    expect(packages(loaded)).toEqual(
      [...SCHEMAS, 'gpt-tokenizer', 'jsonc-parser', 'wink-porter2-stemmer'].toSorted(),
    );
    expect([...loaded.keys()].filter((path) => /^src-server\/(?:http|mcp|service|cli)\//.test(path))).toEqual(
      [],
    );
  });

  it('leaves out of Express what is never called', () => {
    const loaded = packages(loadedWith('src-server/http/app.ts'));
    expect(loaded).toContain('express');
    const unwanted = [
      'body-parser',
      'iconv-lite',
      'mime-db',
      'qs',
      'raw-body',
      '@modelcontextprotocol/server',
    ];
    expect(loaded.filter((name) => unwanted.includes(name))).toEqual([]);
  });

  it('loads the SDK of MCP behind the start of a service alone', () => {
    const started = loadedWith(
      MAIN,
      'src-server/cli/commands/serve.ts',
      OWN_REGISTRY,
      'src-server/http/app.ts',
    );
    expect(packages(started)).not.toContain('@modelcontextprotocol/server');
    expect(packages(loadedWith('src-server/mcp/http.ts'))).toContain('@modelcontextprotocol/server');
  });
});

describe('the build joins small chunks', () => {
  let joined: Outputs = {};

  beforeAll(async () => {
    const { metafile } = await buildServer({ write: false });
    joined = metafile.outputs;
  });

  const bytesOf = (files: ReadonlySet<Output>) => [...files].reduce((sum, { bytes }) => sum + bytes, 0);

  it.each([
    ['list', ['src-server/cli/commands/show.ts', 'src-server/registry/read-registry.ts']],
    ['status', ['src-server/cli/commands/running-services.ts']],
    ['find', ['src-server/cli/commands/find.ts', OWN_REGISTRY]],
    ['connect', ['src-server/cli/commands/connect.ts']],
    ['serve', ['src-server/cli/commands/serve.ts', OWN_REGISTRY, 'src-server/http/app.ts']],
  ])('has %s load less than half of the files, and hardly more code', (_command, modules) => {
    const [few, many] = [joined, outputs].map((built) => filesOf(built, [MAIN, ...modules])) as [
      ReadonlySet<Output>,
      ReadonlySet<Output>,
    ];
    expect(few.size).toBeLessThan(many.size / 2);
    expect(bytesOf(few)).toBeLessThan(1.2 * bytesOf(many));
  });

  it('has the version load no more code than before', () => {
    const inputs = (built: Outputs) =>
      [...filesOf(built, [MAIN])].flatMap((file) => Object.keys(file.inputs));
    expect(inputs(joined).toSorted()).toEqual(inputs(outputs).toSorted());
  });
});

describe('modules of Node that the first call loads', () => {
  const { plugins } = serverBundle as unknown as Parameters<typeof build>[0];
  const bundle = (contents: string) =>
    build({
      stdin: { contents },
      plugins: plugins ?? [],
      bundle: true,
      platform: 'node',
      write: false,
      logLevel: 'silent',
    });

  it('gives the functions of such a module', async () => {
    const built = await bundle("import { randomUUID } from 'node:crypto'; randomUUID();");
    expect(built.outputFiles?.[0]?.text).toContain('randomUUID');
  });

  it.each([
    ['a class', 'Socket', 'node:net'],
    ['a class of programs', 'ChildProcess', 'node:child_process'],
    ['an object', 'webcrypto', 'node:crypto'],
    ['constants', 'constants', 'node:crypto'],
  ])('ends the build where %s of it is imported, which no call could give', async (_what, name, from) => {
    await expect(bundle(`import { ${name} } from '${from}'; console.log(${name});`)).rejects.toThrow(
      `for import "${name}"`,
    );
  });
});
