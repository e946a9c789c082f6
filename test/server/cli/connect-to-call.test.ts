import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCliProcess, temporaryUserFolder } from '../../support/built-cli.ts';
import { ERAS, type Era, newClient } from '../../support/mcp-client.ts';
import { eventually } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

/** Starts what the settings say, as Claude Code does. */
async function startAsSettingsSay(era: Era, userFolder: string): Promise<Client> {
  const { mcpServers } = JSON.parse(readFileSync(join(userFolder, '.claude.json'), 'utf8'));
  const { command, args } = mcpServers['skills-registry'];
  const client = newClient(era, 'claude-code');
  onTestFinished(() => client.close());
  const folders = { HOME: userFolder, XDG_DATA_HOME: userFolder, XDG_CACHE_HOME: userFolder };
  const env = { ...folders, USERPROFILE: userFolder, LOCALAPPDATA: userFolder };
  await client.connect(new StdioClientTransport({ command, args, cwd: userFolder, env, stderr: 'inherit' }));
  return client;
}

const search = (client: Client) => client.callTool({ name: 'search_skills', arguments: { query: 'spdlog' } });

/** Calls, and waits until the call is recorded: a program that is slow to end is killed by its client. */
async function searchAndSee(client: Client, userFolder: string): Promise<void> {
  await search(client);
  await eventually(
    () => keptOf(userFolder),
    ([kept]) => kept?.includes('"lastCall"') === true,
  );
}

/** The texts of what is kept of clients. */
function keptOf(userFolder: string): readonly string[] {
  const folder = join(userFolder, 'skills-registry', 'callers');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** What `connect` says of Claude Code. */
async function lineOf(userFolder: string): Promise<string> {
  const { out } = await runCliProcess(['connect'], { userFolder });
  return /^claude-code +(.*)$/m.exec(out)?.[1] ?? '';
}

async function connected(): Promise<string> {
  const userFolder = temporaryUserFolder();
  writeFileSync(join(userFolder, '.claude.json'), '{}'); // it is on this computer
  const written = await runCliProcess(['connect', 'claude-code', '--write'], { userFolder });
  expect(written.out).toMatch(/To see whether it called: .* connect$/m);
  return userFolder;
}

describe.each(ERAS)('a client that starts the program by itself, while nothing runs (%s)', (era) => {
  it('is told to wait, then to have started, then to have called', async () => {
    const userFolder = await connected();
    expect(await lineOf(userFolder)).toBe('connected, starts it by itself');
    const client = await startAsSettingsSay(era, userFolder);
    await client.listTools();
    await eventually(
      () => lineOf(userFolder),
      (line) =>
        /^connected, starts it by itself, heard of \d+ (?:s|min) ago, no call answered so far$/.test(line),
    );
    await search(client);
    await eventually(
      () => lineOf(userFolder),
      (line) => /^connected, starts it by itself, last called \d+ (?:s|min) ago$/.test(line),
    );
  });
});

describe('what a client was seen to do', () => {
  it('is told to machines, and in the doctor’s report', async () => {
    const userFolder = await connected();
    const client = await startAsSettingsSay('legacy', userFolder);
    await searchAndSee(client, userFolder);
    await client.close();
    const seen = { lastAt: expect.any(String), lastCall: expect.any(String) };
    const { out } = await runCliProcess(['connect', 'claude-code', '--json'], { userFolder });
    expect(JSON.parse(out)).toMatchObject({ id: 'claude-code', seen });
    const report = await runCliProcess(['doctor', '--json'], { userFolder });
    expect(JSON.parse(report.out).clients).toContainEqual(
      expect.objectContaining({ id: 'claude-code', seen }),
    );
  });

  it('is kept for its user alone, without what was asked', unless(onWindows), async () => {
    const userFolder = await connected();
    const client = await startAsSettingsSay('modern', userFolder);
    await searchAndSee(client, userFolder);
    await client.close();
    const folder = join(userFolder, 'skills-registry', 'callers');
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const told = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    expect(Object.keys(told).toSorted()).toEqual(['lastAt', 'lastCall', 'name', 'schema']);
  });

  it('is not kept where the data folder can’t be written, and the client is answered', async () => {
    const userFolder = await connected();
    mkdirSync(join(userFolder, 'skills-registry'), { recursive: true });
    writeFileSync(join(userFolder, 'skills-registry', 'callers'), 'in the way');
    const client = await startAsSettingsSay('legacy', userFolder);
    expect((await search(client)).isError).not.toBe(true);
    await client.close();
    expect(await lineOf(userFolder)).toBe('connected, starts it by itself');
  });
});
