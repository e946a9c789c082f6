import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverBundle } from '../../scripts/bundles.mjs';

const require = createRequire(import.meta.url);

interface Output {
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}

let outputs: Readonly<Record<string, Output>> = {};

beforeAll(async () => {
  // The plugin has no types.
  const options = serverBundle as unknown as Parameters<typeof build>[0];
  const { metafile } = await build({ ...options, write: false });
  outputs = metafile?.outputs ?? {};
});

/** A package that is left out still has the few bytes that name it. */
const NOTHING = 300;

/** Bytes by what is loaded when these modules are: packages by their name, sources by their path. */
function loadedWith(...modules: readonly string[]): ReadonlyMap<string, number> {
  const seen = new Set<string>();
  const bytes = new Map<string, number>();
  const load = (name: string): void => {
    const output = outputs[name];
    if (output === undefined || seen.has(name)) return;
    seen.add(name);
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const what = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input;
      bytes.set(what, (bytes.get(what) ?? 0) + bytesInOutput);
    }
    for (const { path, kind, external } of output.imports)
      if (kind === 'import-statement' && external !== true) load(path);
  };
  for (const module of modules) {
    const [name] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === module) ?? [];
    if (name === undefined) throw new Error(`No chunk begins with ${module}.`);
    load(name);
  }
  return bytes;
}

const packages = (loaded: ReadonlyMap<string, number>) =>
  [...loaded]
    .filter(([name, bytes]) => !name.startsWith('src-') && name !== 'package.json' && bytes > NOTHING)
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
    ['show', ['src-server/registry/read-registry.ts'], [...SCHEMAS, 'jsonc-parser']],
    ['find', [OWN_REGISTRY], [...SCHEMAS, ...SEARCH]],
    ['connect', [], [...SCHEMAS, 'diff', 'jsonc-parser', 'smol-toml']],
    ['validate', [], [...SCHEMAS, 'diff', 'gpt-tokenizer', 'jsonc-parser']],
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
