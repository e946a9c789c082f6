import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startCli, temporaryUserFolder } from '../../../support/built-cli.ts';
import { temporaryRegistry, writeFiles } from '../../../support/temporary-registry.ts';
import { ask, eventually } from '../../../support/test-server.ts';
import { notOnLinux, unless } from '../../../support/unless.ts';
import { urlOf } from '../../../support/url-of.ts';

const NOBODY = 65_534;
const KEYS = ['go/a/one', 'go/a/two', 'cpp/b/three'];
const isRoot = process.getuid?.() === 0;
/** Root may read everything. */
const through = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];

function giveAway(folder: string): void {
  if (!isRoot) return;
  chownSync(folder, NOBODY, NOBODY);
  for (const item of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, item), NOBODY, NOBODY);
}

it(
  'a folder without permission is scanned with growing pauses, and is served once it may be read',
  unless(notOnLinux),
  async () => {
    const root = temporaryRegistry(KEYS);
    const userFolder = temporaryUserFolder();
    for (const folder of [root, userFolder]) giveAway(folder);
    chmodSync(join(root, 'skills/go'), 0);
    const cli = startCli(['serve', '-r', root, '--port', '0'], { userFolder, through });
    const url = await urlOf(cli);
    const status = async () => (await ask(`${url}/v1/status`)).json<{ registry: { scannedAt: string } }>();
    const list = async () =>
      (await ask(`${url}/v1/skills`)).json<{ skills: { key: string }[] }>().skills.map(({ key }) => key);
    expect(await list()).toEqual(['cpp/b/three']);
    const scans = new Set<string>();
    const startedAt = performance.now();
    while (performance.now() - startedAt < 12_000) {
      scans.add((await status()).registry.scannedAt);
      await setTimeout(50);
    }
    // The start, its watching, and after 2, 4 and 9 seconds; without pauses there are some 60.
    expect(scans.size).toBeLessThanOrEqual(8);
    chmodSync(join(root, 'skills/go'), 0o755);
    await eventually(list, (keys) => keys.length === KEYS.length);
    writeFiles(root, { 'skills/go/a/one/safety.md': 'New.' });
    await eventually(
      async () => (await ask(`${url}/v1/skills/go/a/one/safety.md`)).text,
      (text) => text === 'New.',
    );
  },
);
