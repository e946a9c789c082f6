import type { ClientState } from '../../contract/connect.ts';
import type { McpClientId } from '../../contract/mcp-clients.ts';
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
 * Whether all who read a file are known not to be connected, so that it tells agents to ask for what they haven't.
 *
 * @param inProjects clients that are known to be connected in some project
 */
export function isStray({ readers }: PointerFile, inProjects: ReadonlySet<McpClientId>): boolean {
  return readers.every((client) => isKnownAbsent(client) && !inProjects.has(client.id));
}

/** Settings that we can't read may say anything. */
function isKnownAbsent({ connection, settingsFile }: ClientState): boolean {
  return connection.state === 'absent' && settingsFile !== undefined;
}
