import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { makeManifest, packageMcpb } from '../../scripts/package.mjs';
import { temporaryUserFolder } from '../support/built-cli.ts';
import { newClient, textOf } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-registry.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let entries: Readonly<Record<string, Uint8Array>> = {};
let bytes: Buffer;

beforeAll(() => {
  const folder = join(root, 'test-results', 'mcpb');
  bytes = readFileSync(packageMcpb(folder));
  entries = unzipSync(bytes);
});

interface Manifest {
  readonly server: {
    readonly type: string;
    readonly entry_point: string;
    readonly mcp_config: {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
  readonly tools: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly user_config: Readonly<Record<string, { readonly type: string; readonly title: string }>>;
  readonly [field: string]: unknown;
}

/** Fields of a manifest of version 0.3, as the format's document names them. */
const KNOWN_FIELDS = [
  'manifest_version',
  'name',
  'version',
  'description',
  'author',
  'server',
  'icon',
  'icons',
  'display_name',
  'long_description',
  'repository',
  'homepage',
  'documentation',
  'support',
  'screenshots',
  'tools',
  'tools_generated',
  'prompts',
  'prompts_generated',
  'keywords',
  'license',
  'privacy_policies',
  'compatibility',
  'user_config',
  '_meta',
  'localization',
];

describe('the bundle for Claude Desktop', () => {
  const read = () => JSON.parse(Buffer.from(entries['manifest.json'] ?? []).toString('utf8')) as Manifest;

  it('has a manifest with every required field and none that the format does not know', () => {
    const manifest = read();
    expect(manifest).toEqual(makeManifest(packageJson));
    expect(manifest).toMatchObject({
      manifest_version: '0.3',
      name: expect.stringMatching(/^[a-z0-9-]+$/),
      version: packageJson.version,
      description: expect.any(String),
      author: { name: expect.any(String) },
      server: { type: 'node', mcp_config: { command: 'node' } },
    });
    expect(Object.keys(manifest).filter((field) => !KNOWN_FIELDS.includes(field))).toEqual([]);
  });

  it('has every file that its manifest names', () => {
    const manifest = read();
    expect(Object.keys(entries)).toContain(manifest.server.entry_point);
    expect(Object.keys(entries)).toContain(manifest['icon']);
    expect(manifest.server.mcp_config.args[0]).toBe(
      ['$', '{__dirname}/', manifest.server.entry_point].join(''),
    );
  });

  it('asks for nothing that it does not declare', () => {
    const { server, user_config: config } = read();
    const asked = Object.values(server.mcp_config.env).flatMap((value) => [
      ...value.matchAll(/user_config\.(\w+)/g),
    ]);
    expect(asked.map(([, name]) => name)).toEqual(Object.keys(config));
  });

  it('is the same for the same build', () => {
    expect(readFileSync(packageMcpb(temporaryFolder())).equals(bytes)).toBe(true);
  });

  it('answers from the sample when it is started as the manifest says, with the tools it names', async () => {
    const folder = temporaryFolder();
    for (const [path, content] of Object.entries(entries)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
    const { server, tools } = read();
    const home = temporaryUserFolder();
    const client = newClient('legacy', 'claude-ai');
    onTestFinished(() => client.close());
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: server.mcp_config.args.map((arg) => arg.replace(/^\$\{__dirname\}/, folder)),
        cwd: home,
        // What the client puts in where no folder was chosen differs; the placeholder itself is one of them.
        env: {
          ...server.mcp_config.env,
          HOME: home,
          XDG_DATA_HOME: home,
          XDG_CACHE_HOME: home,
          LOCALAPPDATA: home,
        },
      }),
    );
    const listed = await client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const answer = await client.callTool({ name: 'get_skill', arguments: { path: 'js/websockets/ws' } });
    expect(textOf(answer)).toContain('[pitfalls.md]');
  });
});
