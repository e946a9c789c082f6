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

describe('a client that starts the program by itself, while nothing runs', () => {
  it.each(ERAS)('is told to wait, then to have started, then to have called (%s)', async (era) => {
    const userFolder = await connected();
    expect(await lineOf(userFolder)).toBe('connected, starts it by itself');
    const client = await startAsSettingsSay(era, userFolder);
    await client.listTools();
    const heard = /, heard of (?:just now|\d+ min ago), no call answered so far$/;
    await eventually(
      () => lineOf(userFolder),
      (line) => heard.test(line),
    );
    await search(client);
    await eventually(
      () => lineOf(userFolder),
      (line) => /^connected, starts it by itself, last called (?:just now|\d+ min ago)$/.test(line),
    );
    const { out } = await runCliProcess(['doctor', '--json'], { userFolder });
    const seen = { lastAt: expect.any(String), lastCall: expect.any(String) };
    const ours = expect.objectContaining({ id: 'claude-code', seen });
    expect(JSON.parse(out).clients).toContainEqual(ours);
  });

  it('leaves times for its user alone, without what was asked', unless(onWindows), async () => {
    const userFolder = await connected();
    const client = await startAsSettingsSay('modern', userFolder);
    await search(client);
    const folder = join(userFolder, 'skills-registry', 'callers');
    const kept = () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
    const text = (name = '') => readFileSync(join(folder, name), 'utf8');
    // A program that is slow to end is killed by its client.
    const [name = '', ...others] = await eventually(
      kept,
      ([one]) => one !== undefined && text(one).includes('Call'),
    );
    await client.close();
    expect(others).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(text(name))).toSorted()).toEqual(['lastAt', 'lastCall', 'name', 'schema']);
  });

  it('is answered where the data folder can’t be written', async () => {
    const userFolder = await connected();
    mkdirSync(join(userFolder, 'skills-registry'), { recursive: true });
    writeFileSync(join(userFolder, 'skills-registry', 'callers'), 'in the way');
    const client = await startAsSettingsSay('legacy', userFolder);
    expect((await search(client)).isError).not.toBe(true);
    await client.close();
    expect(await lineOf(userFolder)).toBe('connected, starts it by itself');
  });
});
