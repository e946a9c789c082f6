import { once } from 'node:events';
import { mkdirSync, promises, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeDiscoveryFile } from '../../../../src-server/discovery/discovery-files.ts';
import { userFolders } from '../../../../src-server/platform/user-folders.ts';
import { runCliProcess, startCli, temporaryUserFolder } from '../../../support/built-cli.ts';
import { runCliAs } from '../../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../../support/temporary-registry.ts';
import { eventually } from '../../../support/test-server.ts';

/** A user with a registry at home, a client, and an app that once complained. */
function home() {
  const userFolder = temporaryUserFolder();
  mkdirSync(join(userFolder, '.cursor'));
  writeFileSync(
    join(userFolder, '.cursor', 'mcp.json'),
    JSON.stringify({ mcpServers: { other: { env: { API_TOKEN: 'hush-hush' } } } }),
  );
  const logs = join(userFolder, '.config', 'skills-registry', 'logs');
  mkdirSync(logs, { recursive: true });
  writeFileSync(
    join(logs, 'main.log'),
    `[2026-11-22 10:00:00.000] [warn] Lost ${userFolder}/skills, token=hush-hush\n`,
  );
  return userFolder;
}

describe('skills-registry doctor', () => {
  it('tells versions, port, services, clients, findings and logs in one JSON', async () => {
    const userFolder = home();
    const { out } = await runCliProcess(['doctor', '--json'], { userFolder });
    expect(JSON.parse(out)).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.versions.node,
      system: { platform: process.platform, arch: process.arch },
      command: expect.stringContaining('skills-registry'),
      port: { number: 8701 },
      services: [],
      clients: [{ id: 'cursor', connection: { state: 'absent' } }],
      findings: expect.arrayContaining([
        expect.objectContaining({ title: expect.stringContaining('127.0.0.1:8701') }),
      ]),
      logs: [{ lines: ['[2026-11-22 10:00:00.000] [warn] Lost ~/skills, token=<secret>'] }],
    });
  });

  it('shows nothing that is private: no home folder, nothing of other programs’ settings', async () => {
    const userFolder = home();
    for (const options of [[], ['--json']]) {
      const { out } = await runCliProcess(['doctor', ...options], { userFolder });
      expect(out).not.toContain(userFolder);
      expect(out).not.toContain('hush-hush');
    }
  });

  it('reads each client’s settings once', async () => {
    const userFolder = home();
    const open = vi.spyOn(promises, 'open');
    onTestFinished(() => open.mockRestore());
    await runCliAs(['doctor'], { userFolder, cwd: temporaryFolder() });
    const settings = join(userFolder, '.cursor', 'mcp.json');
    expect(open.mock.calls.filter(([path]) => path === settings)).toHaveLength(1);
  });

  it('tells what a running service serves, and what is wrong with it', async () => {
    const userFolder = home();
    const registry = temporaryRegistry(['js/a/b']);
    const cli = startCli(['serve', '-p', '0', '-r', registry], { userFolder });
    await eventually(cli.out, (text) => text.includes('Stop with'));
    const { out } = await runCliProcess(['doctor'], { userFolder });
    expect(out).toMatch(
      /^ {2}http:\/\/127\.0\.0\.1:\d+ {2}\d+\.\d+\.\d+, command line, process \d+, since /m,
    );
    expect(out).toContain(': 1 skill, ');
    expect(out).toContain('ok: The service answers at http://127.0.0.1:');
    expect(out).toMatch(/^ {2}cursor +not connected$/m);
  });

  it('names a service that takes what it is asked and does not answer', async () => {
    const userFolder = home();
    const env = { XDG_DATA_HOME: userFolder, LOCALAPPDATA: userFolder };
    const mute = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void mute.close());
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    await writeDiscoveryFile(userFolders(env, process.platform, userFolder).data, {
      ...{ schema: 1, pid: process.pid, instanceId: 'silent', app: 'cli', version: '0.0.0' },
      ...{ host: '127.0.0.1', port, url, mcpUrl: `${url}/mcp`, registry: join(userFolder, 'skills') },
      startedAt: '2026-11-22T00:00:00Z',
    });
    const { out } = await runCliProcess(['doctor'], { userFolder });
    expect(out).toContain(
      `  ${url}  0.0.0, command line, process ${process.pid}, since 2026-11-22T00:00:00Z`,
    );
    expect(out).toContain(`${join('~', 'skills')}: does not answer`);
  });

  it('finds that SKILLS_REGISTRY names no registry', async () => {
    const userFolder = home();
    const run = (SKILLS_REGISTRY: string) => runCliAs(['doctor'], { userFolder, env: { SKILLS_REGISTRY } });
    expect(await run('/nope')).toMatchObject({
      code: 1,
      out: expect.stringContaining('error: SKILLS_REGISTRY names /nope, which is no registry.'),
    });
    expect((await run(temporaryRegistry(['js/a/b']))).out).not.toContain('SKILLS_REGISTRY names');
  });
});
