import type { ClientState } from '../../contract/clients/connect.ts';
import type { McpClientId } from '../../contract/clients/mcp-clients.ts';
import type { Machine } from '../machine.ts';
import { findPointerFile } from './pointers.ts';

export interface PointerFile {
  readonly file: string;
  readonly isCurrent: boolean;
  /** At least one. */
  readonly readers: readonly ClientState[];
}

/** @param project absolute; default: the user's files */
export async function pointerFiles(
  machine: Machine,
  clients: readonly ClientState[],
  project?: string,
): Promise<readonly PointerFile[]> {
  const found = await Promise.all(
    clients.map(async (client) => {
      const { id } = client;
      const holder = await findPointerFile(
        machine,
        project === undefined
          ? { scope: 'user', client: id }
          : { scope: 'project', folder: project, client: id },
      );
      return holder === undefined ? [] : [{ ...holder, client }];
    }),
  );
  const holders = new Map(found.flat().map(({ file, isCurrent }) => [file, isCurrent]));
  return [...holders].map(([file, isCurrent]) => ({
    ...{ file, isCurrent },
    readers: found.flat().flatMap((each) => (each.file === file ? [each.client] : [])),
  }));
}

/**
 * Files whose readers are all known to be disconnected.
 *
 * @param inProjects called only if needed
 */
export async function strayFiles(
  files: readonly PointerFile[],
  inProjects: () => Promise<ReadonlySet<McpClientId>>,
): Promise<readonly PointerFile[]> {
  const unread = files.filter(({ readers }) => readers.every(isKnownAbsent));
  if (unread.length === 0) return [];
  const connected = await inProjects();
  return unread.filter(({ readers }) => readers.every(({ id }) => !connected.has(id)));
}

/** Unreadable settings, and settings that we don't read, may contain anything. */
function isKnownAbsent({ connection, settingsFile, installed }: ClientState): boolean {
  return connection.state === 'absent' && (settingsFile !== undefined || !installed);
}
