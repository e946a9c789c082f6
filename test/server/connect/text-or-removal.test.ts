import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textOrRemoval } from '../../../src-server/connect/text-or-removal.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const OURS = '{ "mcpServers": { "skills-registry": {} } }';

/** A file with our entry, and a link to it. */
function files(): readonly [file: string, link: string] {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, 'mcp.json'), join(folder, 'link.json')];
  writeFileSync(file, OURS);
  symlinkSync(file, link);
  return [file, link];
}

const leftOf = (file: string, after: string) =>
  textOrRemoval(file, { target: file, text: OURS, exists: true }, after);

it.each(['', '\n', '{}', '{ "mcpServers": {} }'])(
  'removes a file in which %j is left, and keeps a link',
  unless(onWindows),
  async (after) => {
    const [file, link] = files();
    expect([await leftOf(file, after), await leftOf(link, after)]).toEqual([null, after]);
  },
);

it.each(['{ // mine\n}', '[]', '{ "a": 0 }', '{ "mcpServers": { "x": {} } }', '# Rules'])(
  'keeps a file that says %j',
  unless(onWindows),
  async (after) => {
    expect(await leftOf(files()[0], after)).toBe(after);
  },
);
