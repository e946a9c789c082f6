import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChangeRecord } from '../../../src-server/connect/change-records.ts';
import { textOrRemoval } from '../../../src-server/connect/text-or-removal.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const OURS = '{ "mcpServers": { "skills-registry": {} } }';

/** What is left of a file that we made, and that says what we wrote, once all in it is taken out. */
async function leftOf(file: string): Promise<string | null> {
  const records = temporaryFolder();
  const record: ChangeRecord = { file, target: file, before: null, after: OURS, at: '' };
  mkdirSync(records, { recursive: true });
  writeFileSync(join(records, 'record.json'), JSON.stringify(record));
  return textOrRemoval(file, { target: file, text: OURS, exists: true }, '{}', records);
}

it('removes a file of our making, be it gone meanwhile or not', async () => {
  const file = join(temporaryFolder(), 'mcp.json');
  expect(await leftOf(file)).toBeNull();
  writeFileSync(file, OURS);
  expect(await leftOf(file)).toBeNull();
  expect(await leftOf(join(file, 'below'))).toBeNull();
});

it('leaves a link', unless(onWindows), async () => {
  const folder = temporaryFolder();
  const link = join(folder, 'mcp.json');
  symlinkSync(join(folder, 'elsewhere'), link);
  expect(await leftOf(link)).toBe('{}');
});

it(
  'plans nothing for a file of which the system doesn’t say whether it is a link',
  unless(onWindows),
  async () => {
    await expect(leftOf(join(temporaryFolder(), 'x'.repeat(300)))).rejects.toThrow('ENAMETOOLONG');
  },
);
