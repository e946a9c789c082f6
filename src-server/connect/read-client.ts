import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Connection } from '../contract/clients/connect.ts';
import type { ConnectTarget, McpClientKind } from '../contract/clients/mcp-clients.ts';
import { otherFiles } from './client-files.ts';
import type { Machine } from './machine.ts';
import { readSettings } from './planned-change.ts';
import { readConnection } from './read-connection.ts';

export interface ReadClientOptions {
  readonly machine: Machine;
  /** Default: any folder. */
  readonly isRegistry?: ((folder: string) => Promise<boolean>) | undefined;
}

/**
 * Also reads ignored files.
 *
 * @param file absolute, may be missing
 */
export async function readClient(
  options: ReadClientOptions,
  kind: McpClientKind,
  file: string | undefined,
  target: ConnectTarget,
): Promise<Connection> {
  if (file === undefined) return { state: 'absent' };
  const read = await readSettings(file);
  if (!read.ok) return { state: 'unreadable', reason: read.reason };
  const connection = readConnection(kind, read.text.text, target);
  if (connection.state === 'absent') return elsewhere(options.machine, kind, target);
  if (connection.state === 'unreadable')
    return { ...connection, reason: `${file} can't be understood. ${connection.reason}` };
  if (connection.state !== 'connected') return connection;
  const lacksRegistry = await findLack(connection.registry, options);
  return lacksRegistry === undefined ? connection : { ...connection, lacksRegistry };
}

async function elsewhere(machine: Machine, kind: McpClientKind, target: ConnectTarget): Promise<Connection> {
  for (const file of otherFiles(machine, kind.id)) {
    const read = await readSettings(file);
    // The wrong place is the fault; the started program doesn't matter.
    const found = read.ok ? readConnection(kind, read.text.text, target, () => true) : undefined;
    if (found === undefined || !('name' in found)) continue;
    const says = `“${found.name}” stands in ${file}, from which no servers are read.`;
    return { state: 'broken', name: found.name, faults: [{ kind: 'wrong-place', says }] };
  }
  return { state: 'absent' };
}

/** Relative paths depend on the client. */
async function findLack(
  registry: string | undefined,
  { isRegistry }: ReadClientOptions,
): Promise<Extract<Connection, { state: 'connected' }>['lacksRegistry']> {
  if (registry === undefined || !isAbsolute(registry)) return undefined;
  const stats = statSync(registry, { throwIfNoEntry: false });
  if (stats === undefined) return 'gone';
  const isOne = isRegistry === undefined ? stats.isDirectory() : await isRegistry(registry);
  return isOne ? undefined : 'no-registry';
}
