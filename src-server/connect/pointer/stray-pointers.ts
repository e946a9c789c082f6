import type { ClientState } from '../../contract/connect.ts';
import type { McpClientId } from '../../contract/mcp-clients.ts';
import type { Place } from '../place.ts';
import { fileWithPointer } from './pointers.ts';

/** A pointer that tells agents to ask for what none of them is connected to. */
export interface StrayPointer {
  /** Absolute; one that is read in all of its user's projects. */
  readonly file: string;
  /** Who reads it; at least one. */
  readonly readers: readonly McpClientId[];
}

/** The pointers in a user's own files all of whose readers are known not to be connected. */
export async function strayPointers(
  place: Place,
  clients: readonly ClientState[],
): Promise<readonly StrayPointer[]> {
  const found = await Promise.all(
    clients
      .filter(({ takesPointer }) => takesPointer)
      .map(async (client) => ({
        client,
        file: await fileWithPointer(place, { scope: 'user', client: client.id }),
      })),
  );
  const files = new Set(found.flatMap(({ file }) => file ?? []));
  return [...files].flatMap((file) => {
    const readers = found.filter((each) => each.file === file).map(({ client }) => client);
    return readers.every(isKnownAbsent) ? [{ file, readers: readers.map(({ id }) => id) }] : [];
  });
}

/** Settings that we can't read may say anything. */
function isKnownAbsent({ connection, settingsFile }: ClientState): boolean {
  return connection.state === 'absent' && settingsFile !== undefined;
}
