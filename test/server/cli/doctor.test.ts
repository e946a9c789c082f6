import { mkdirSync, promises, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeDiscoveryFile } from '../../../src-server/discovery/find-services.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

/** A user with Cursor, and another program's settings in it. */
function home() {
  const userFolder = temporaryUserFolder();
  const settings = join(userFolder, '.cursor', 'mcp.json');
  mkdirSync(join(userFolder, '.cursor'));
  const put = (servers: object) => writeFileSync(settings, JSON.stringify({ mcpServers: servers }));
  put({ other: { env: { API_TOKEN: 'hush-hush' } } });
  const run = (...options: readonly string[]) => runCliAs(['doctor', ...options], { userFolder });
  return { userFolder, settings, put, run };
}

describe('skills-registry doctor', () => {
  it('tells versions, port, services, clients and findings in one JSON', async () => {
    const { out, code } = await home().run('--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.versions.node,
      system: { platform: process.platform, arch: process.arch },
      command: expect.stringContaining('skills-registry'),
      port: { number: 8701 },
      services: [],
      clients: [{ id: 'cursor', connection: { state: 'absent' } }],
      findings: expect.arrayContaining([expect.objectContaining({ kind: 'no-entry', client: 'cursor' })]),
    });
  });

  it('shows nothing that is private, and reads each client’s settings once', async () => {
    const { run, userFolder, settings } = home();
    const open = vi.spyOn(promises, 'open');
    onTestFinished(() => open.mockRestore());
    for (const options of [[], ['--json']]) {
      const { out } = await run(...options);
      expect(out).not.toContain(userFolder);
      expect(out).not.toContain('hush-hush');
    }
    expect(open.mock.calls.filter(([path]) => path === settings)).toHaveLength(2);
  });

  it('has the line that mends a client’s entry, and ends with 1', async () => {
    const { run, put } = home();
    put({ 'skills-registry': { url: 'http://127.0.0.1:8701/mcp', disabled: true } });
    const { out, code } = await run();
    expect(code).toBe(1);
    expect(out).toMatch(
      /^ {2}error: Cursor: .*"disabled": true\.\n {4}Connect it again\.\n {8}.*connect cursor --write$/m,
    );
  });

  it('tells what a running service serves', async () => {
    const server = await startTestServer(temporaryRegistry(['js/a/b']));
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    const { out } = await runCliAs(['doctor'], { userFolder });
    expect(out).toContain(`  ${server.url}  `);
    expect(out).toMatch(/: 1 skill, (?:no|\d+) /);
    expect(out).toContain(`ok: The service answers at ${server.url}.`);
  });

  it('names a service that takes what it is asked and does not answer', async () => {
    const { run, userFolder } = home();
    const { port, url } = await listening(createServer());
    const { data } = userFolders({ XDG_DATA_HOME: userFolder, LOCALAPPDATA: userFolder });
    const registry = join(userFolder, 'skills');
    await writeDiscoveryFile(data, discoveryFile({ pid: process.pid, port, registry }));
    const { out } = await run();
    expect(out).toContain(`  ${url}  `);
    expect(out).toContain(`${join('~', 'skills')}: does not answer`);
  });
});
