import type { ConnectTarget, McpClientKind } from '../contract/mcp-clients.ts';
import type { LookAtPath } from './path-looks.ts';
import { startedFiles } from './read-connection.ts';

/**
 * Looks at the files that entries of ours start, for those who read these settings without looking.
 *
 * @param text of the settings of a client
 * @returns whether such a file may be there: false only where the system says in time that there is none
 */
export async function lookAtPrograms(
  kind: McpClientKind,
  text: string,
  target: ConnectTarget,
  look: LookAtPath,
): Promise<(file: string) => boolean> {
  const kinds = new Map<string, Awaited<ReturnType<LookAtPath>>>();
  await Promise.all(
    startedFiles(kind, text, target).map(async (file) => void kinds.set(file, await look(file))),
  );
  return (file) => kinds.get(file) !== 'nothing';
}
