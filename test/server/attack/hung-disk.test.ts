import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

/** Holds the thread that reads the registry in a call of the system, as a disk that doesn't answer does. */
const HANG = `
const { existsSync, writeFileSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
if (!require('node:worker_threads').isMainThread)
  setInterval(() => {
    if (!existsSync(join(__dirname, 'hang'))) return;
    writeFileSync(join(__dirname, 'hangs'), '');
    spawnSync('/bin/sh', ['-c', 'while [ -e "$0" ]; do sleep 0.2; done', join(__dirname, 'hang')]);
  }, 20).unref();
`;

async function serveWithHungDisk() {
  const folder = temporaryFolder({ 'hang.cjs': HANG });
  const registry = temporaryRegistry(['cpp/gabime/spdlog']);
  const cli = startCli(['serve', '-r', registry, '--port', '0'], {
    userFolder: temporaryUserFolder(),
    env: { NODE_OPTIONS: `--require ${join(folder, 'hang.cjs')}` },
  });
  const [, url = ''] =
    (await eventually(
      () => / at (http:\S+)/.exec(cli.out()),
      (found) => found !== null,
    )) ?? [];
  const hang = async () => {
    writeFileSync(join(folder, 'hang'), '');
    await eventually(
      () => existsSync(join(folder, 'hangs')),
      (hangs) => hangs,
    );
  };
  return { cli, url, hang };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', unless(onWindows), (signal) => {
  it('ends a service whose disk does not answer any more', async () => {
    const { cli, url, hang } = await serveWithHungDisk();
    await hang();
    expect((await ask(`${url}/v1/skills/cpp/gabime/spdlog`)).status).toBe(200);
    cli.process.kill(signal);
    // By a signal: no other end leaves a thread behind.
    expect(await cli.exited).toBeNull();
  });

  it('ends a service whose disk answers with exit code 0', async () => {
    const { cli } = await serveWithHungDisk();
    cli.process.kill(signal);
    expect(await cli.exited).toBe(0);
  });
});
