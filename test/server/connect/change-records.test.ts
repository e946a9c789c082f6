import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type ChangeRecord, newestOf, recordsFolder } from '../../../src-server/connect/change-records.ts';
import type { McpClientId } from '../../../src-server/contract/clients/mcp-clients.ts';
import { fakeConnector, fakeMachine } from '../../support/fake-machine.ts';

async function connect(machine: ReturnType<typeof fakeMachine>, id: McpClientId): Promise<void> {
  const connector = fakeConnector(machine);
  const preview = await connector.preview(id);
  await connector.write(id, preview.ok ? preview.token : '');
}

/** How often a folder is listed, or a file in it read. */
function countReads(folder: string): () => number {
  const [list, read] = [vi.spyOn(fs, 'readdir'), vi.spyOn(fs, 'readFile')];
  onTestFinished(() => void vi.restoreAllMocks());
  return () => {
    const paths = [...list.mock.calls, ...read.mock.calls].map(([path]) => String(path));
    return paths.filter((path) => path.startsWith(folder)).length;
  };
}

it('are read once for all clients', async () => {
  const machine = fakeMachine();
  await connect(machine, 'cursor');
  await connect(machine, 'zed');
  const reads = countReads(recordsFolder(join(machine.home, '.data')));
  const clients = await fakeConnector(machine).list();
  expect(
    clients.flatMap(({ id, changedFile }) => (changedFile === undefined ? [] : [id])).toSorted(),
  ).toEqual(['cursor', 'zed']);
  expect(reads()).toBe(3);
});

it('tell the newest of a client, and none that only an undo put aside or another client', () => {
  const record: ChangeRecord = { file: '/a', target: '/a', before: null, after: '', at: '' };
  const records = [
    'vscode-2026-11-22T10-00-00-000Z-b.json',
    'vscode-2026-11-22T11-00-00-000Z-a.json',
    'vscode-2026-11-22T12-00-00-000Z-c.before-undo',
    'vscode-insiders-2026-11-22T13-00-00-000Z-d.json',
  ].map((name) => ({ path: join('/records', name), record }));
  expect(newestOf(records.toReversed(), 'vscode')).toBe(records[1]);
  expect(newestOf(records, 'zed')).toBeUndefined();
});
