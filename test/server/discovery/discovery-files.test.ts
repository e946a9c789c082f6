import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askServers, writeDiscoveryFile } from '../../../src-server/discovery/discovery-files.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

/** Of all files in the folder where services are found. */
function instancesIn(dataFolder: string): readonly string[] {
  const folder = join(dataFolder, 'servers');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).instanceId);
}

/** A file that a service left behind whose process number another process has now. */
async function leftBehind(url: string) {
  const dataFolder = temporaryFolder();
  const file = discoveryFile({ instanceId: 'ended', port: Number(new URL(url).port), registry: '/gone' });
  await writeDiscoveryFile(dataFolder, file);
  return { dataFolder, file };
}

it('takes nobody for a service that hangs where nobody has its port any more', async () => {
  const server = createServer();
  const { url } = await listening(server);
  server.close();
  await once(server, 'close');
  const { dataFolder } = await leftBehind(url);
  expect(await askServers(dataFolder)).toEqual({ answering: [], silent: [] });
});

it('takes nobody for one where somebody else answers at its address', async () => {
  const stranger = createServer((_request, response) => void response.end('hello'));
  const other = await startTestServer(temporaryRegistry(['cpp/a/b']));
  for (const url of [(await listening(stranger)).url, other.url])
    expect(await askServers((await leftBehind(url)).dataFolder)).toEqual({ answering: [], silent: [] });
});

it('takes one for hanging that took the question and says nothing, or stops in the middle', async () => {
  for (const begin of ['', '{"app":']) {
    const mute = createServer((_request, response) => void (begin !== '' && response.write(begin)));
    const { url } = await listening(mute);
    const { dataFolder, file } = await leftBehind(url);
    expect(await askServers(dataFolder, { timeoutMs: 200 })).toEqual({ answering: [], silent: [{ file }] });
  }
});

describe('the file of a process that is not alive here', () => {
  /** Of a process that has ended, changed as another one would have written it. */
  async function fileOfEnded(changes: (text: string) => string) {
    const dataFolder = temporaryFolder();
    const { pid } = spawnSync(process.execPath, ['--version']);
    await writeDiscoveryFile(dataFolder, discoveryFile({ pid }));
    const path = join(dataFolder, 'servers', `${pid}.json`);
    writeFileSync(path, changes(readFileSync(path, 'utf8')));
    await askServers(dataFolder, { timeoutMs: 200 });
    return existsSync(path);
  }

  it.each([
    ['is removed', (text: string) => text, false],
    [
      'is removed where an older version wrote it',
      (text: string) => text.replace(/,\s*"processes": ".*"/, ''),
      false,
    ],
    [
      'stays where it lives in another container',
      (text: string) => text.replace(/"processes": "/, '$&box '),
      true,
    ],
  ])('%s', async (_, changes, stays) => {
    expect(await fileOfEnded(changes)).toBe(stays);
  });

  it('stays beside the file of a service that has the same number here', async () => {
    const dataFolder = temporaryFolder();
    const path = join(dataFolder, 'servers', `${process.pid}.json`);
    await writeDiscoveryFile(dataFolder, discoveryFile({ instanceId: 'theirs' }));
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"processes": "/, '$&box '));
    const remove = await writeDiscoveryFile(dataFolder, discoveryFile({ instanceId: 'ours' }));
    await writeDiscoveryFile(dataFolder, discoveryFile({ instanceId: 'ours' }));
    expect(instancesIn(dataFolder).toSorted()).toEqual(['ours', 'theirs']);
    remove();
    expect(instancesIn(dataFolder)).toEqual(['theirs']);
  });

  it('is not removed by the end of another one of the same number', async () => {
    const dataFolder = temporaryFolder();
    const remove = await writeDiscoveryFile(dataFolder, discoveryFile({ instanceId: 'first' }));
    await writeDiscoveryFile(dataFolder, discoveryFile({ instanceId: 'second' }));
    remove();
    expect(readdirSync(join(dataFolder, 'servers'))).toHaveLength(1);
  });
});
