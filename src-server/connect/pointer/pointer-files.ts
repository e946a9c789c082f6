import type { ClientState } from '../../contract/clients/connect.ts';
import type { McpClientId } from '../../contract/clients/mcp-clients.ts';
import type { Place } from '../place.ts';
import { findPointerFile } from './pointers.ts';

/** A file in which the pointer stands. */
export interface PointerFile {
  /** Absolute. */
  readonly file: string;
  /** Whether it says what it says today. */
  readonly isCurrent: boolean;
  /** Who of those that were asked about reads it; at least one. */
  readonly readers: readonly ClientState[];
}

/**
 * The files that some clients read and in which the pointer stands: those for all of a user's projects.
 *
 * @param project absolute path of a project whose own files are meant instead
 */
export async function pointerFiles(
  place: Place,
  clients: readonly ClientState[],
  project?: string,
): Promise<readonly PointerFile[]> {
  const found = await Promise.all(
    clients.map(async (client) => {
      const { id } = client;
      const holder = await findPointerFile(
        place,
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
 * Those of the files all whose readers are known not to be connected, so that they tell agents to ask for what they
 * haven't.
 *
 * @param inProjects clients that are known to be connected in some project; only asked where a file has no other reader
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

/** Settings that we can't read may say anything. */
function isKnownAbsent({ connection, settingsFile }: ClientState): boolean {
  return connection.state === 'absent' && settingsFile !== undefined;
}
