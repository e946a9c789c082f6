import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { textOf } from '../../support/mcp-client.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';

const CLI = fileURLToPath(new URL('../../../dist/server/skills-registry.cjs', import.meta.url));
const TOKIO = 'rust/tokio-rs/tokio';

it('answers match_project for the workspace of a client that offers its roots', async () => {
  const registry = temporaryFolder(
    skillFiles(`skills/${TOKIO}`, TOKIO, { extensions: { crates_io: { name: 'tokio' } } }),
  );
  const project = temporaryFolder({
    'Cargo.toml': '[package]\nname = "app"\n[dependencies]\ntokio = "=1.2.3"\nbytes = "1"\n',
  });
  const home = temporaryUserFolder();
  const client = new Client(
    { name: 'claude-ai', version: '1.0.0' },
    { capabilities: { roots: {} }, versionNegotiation: { mode: 'legacy' } },
  );
  onTestFinished(() => client.close());
  client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: pathToFileURL(project).href }] }));
  const env = { HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', '-r', registry],
      cwd: home,
      env,
    }),
  );
  const text = textOf(await client.callTool({ name: 'match_project', arguments: {} }));
  expect(text).toContain('1 of 2 packages have a library skill.');
  expect(text).toContain(`- tokio 1.2.3: ${TOKIO}, low risk`);
});
