import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findServers } from '../../../src-server/discovery/discovery-files.ts';
import { userFolders } from '../../../src-server/platform/user-folders.ts';
import { StartError } from '../../../src-server/service/start-error.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const start = (socket: string) => startTestServer(temporaryRegistry([KEY]), { socket });

function askSocket(socketPath: string, path: string, options: RequestOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, agent: false, ...options }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('a service on a Unix socket', unless(onWindows), () => {
  it('answers there, to any Host, and to no other origin', async () => {
    const socket = join(temporaryFolder(), 'skills.sock');
    const { url } = await start(socket);
    expect(await askSocket(socket, `/v1/skills/${KEY}`)).toBe(200);
    expect(await askSocket(socket, '/health', { headers: { Host: 'proxy.example' } })).toBe(200);
    expect(await askSocket(socket, '/health', { headers: { Origin: 'https://evil.example' } })).toBe(403);
    expect(url).toBe(`http+unix://${encodeURIComponent(socket)}`);
  });

  it('is open to its owner alone, whatever the umask, and leaves the umask as it was', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const socket = join(temporaryFolder(), 'skills.sock');
    await start(socket);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(process.umask()).toBe(0);
  });

  it('is not announced to other programs', async () => {
    await start(join(temporaryFolder(), 'skills.sock'));
    expect(await findServers(userFolders().data)).toEqual([]);
  });

  it('removes the socket when it closes', async () => {
    const socket = join(temporaryFolder(), 'skills.sock');
    await (await start(socket)).close();
    expect(existsSync(socket)).toBe(false);
  });

  it('replaces the socket of a service that was killed', async () => {
    const socket = join(temporaryFolder(), 'skills.sock');
    const killed = startCli(['serve', '--socket', socket, '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
    });
    await eventually(killed.out, (text) => text.includes('Stop with'));
    expect(killed.out()).toContain(`curl --unix-socket ${socket}`);
    killed.process.kill('SIGKILL');
    await killed.exited;
    expect(lstatSync(socket).isSocket()).toBe(true);
    await start(socket);
    expect(await askSocket(socket, '/health')).toBe(200);
  });

  it('leaves a socket alone on which somebody listens', async () => {
    const socket = join(temporaryFolder(), 'skills.sock');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(socket, resolve));
    onTestFinished(() => void other.close());
    await expect(start(socket)).rejects.toThrow(`Another process is listening on ${socket}.`);
    expect(lstatSync(socket).isSocket()).toBe(true);
  });

  it('replaces nothing that is no socket, not even a link to one', async () => {
    const folder = temporaryFolder({ 'notes.txt': 'mine' });
    const file = join(folder, 'notes.txt');
    await expect(start(file)).rejects.toThrow('is no socket');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await expect(start(folder)).rejects.toThrow('is no socket');
    const link = join(folder, 'link.sock');
    symlinkSync(join(folder, 'gone.sock'), link);
    await expect(start(link)).rejects.toThrow('is no socket');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it('says what is wrong where the folder is missing or the path is too long', async () => {
    const missing = start(join(temporaryFolder(), 'no', 'skills.sock'));
    await expect(missing).rejects.toThrow(/The folder of .* does not exist/);
    await expect(missing).rejects.toBeInstanceOf(StartError);
    await expect(start(join(temporaryFolder(), 'x'.repeat(120)))).rejects.toThrow('too long');
  });

  it('ends with 3 where the socket can’t be had', async () => {
    const file = join(temporaryFolder(), 'notes.txt');
    writeFileSync(file, 'mine');
    const cli = startCli(['serve', '--socket', file, '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
    });
    expect(await cli.exited).toBe(3);
    expect(cli.err()).toBe(`${file} is there already, and is no socket.\n`);
  });
});
