import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  'a folder without permission is served once it may be read, and followed from then on',
  unless(notOnLinux),
  async () => {
    const root = temporaryRegistry(KEYS);
    const userFolder = temporaryUserFolder();
    for (const folder of [root, userFolder]) giveAway(folder);
    chmodSync(join(root, 'skills/go'), 0);
    const cli = startCli(['serve', '-r', root, '--port', '0'], { userFolder, through });
    const url = await urlOf(cli);
    const list = async () =>
      (await ask(`${url}/v1/skills`)).json<{ skills: { key: string }[] }>().skills.map(({ key }) => key);
    expect(await list()).toEqual(['cpp/b/three']);
    chmodSync(join(root, 'skills/go'), 0o755);
    await eventually(list, (keys) => keys.length === KEYS.length);
    writeFiles(root, { 'skills/go/a/one/safety.md': 'New.' });
    await eventually(
      async () => (await ask(`${url}/v1/skills/go/a/one/safety.md`)).text,
      (text) => text === 'New.',
    );
  },
);
