import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/server';
import type { McpMethod, McpObject } from '../dispatcher.ts';
import { MATCH_PROJECT } from '../tools/match-project.ts';

/** As arguments of `match_project`. */
export type ReadFolderPackages = (folder: string) => Promise<readonly (string | object)[]>;

const MOST_ROOTS = 20;
/** Requests may have 256 KiB. */
const MOST_CHARACTERS = 200_000;
const MOST_PACKAGES = 5_000;

/** Adds packages of the client's roots to `match_project` calls without packages. */
export async function withWorkspacePackages(
  method: McpMethod,
  params: McpObject,
  client: Pick<McpServer['server'], 'getClientCapabilities' | 'listRoots'>,
  readFolder: ReadFolderPackages | undefined,
): Promise<McpObject> {
  const args = asObject(params['arguments']);
  const isAsked = method === 'tools/call' && params['name'] === MATCH_PROJECT && args['packages'] == null;
  if (!isAsked || readFolder === undefined || client.getClientCapabilities()?.roots === undefined)
    return params;
  const { roots } = await client.listRoots();
  const packages: (string | object)[] = [];
  let room = MOST_CHARACTERS;
  for (const { uri } of roots.slice(0, MOST_ROOTS)) {
    const folder = folderOf(uri);
    // Roots without a readable project have no packages.
    const found = folder === undefined ? [] : await readFolder(folder).catch(() => []);
    for (const each of found) {
      room -= JSON.stringify(each).length + 1;
      if (room > 0 && packages.length < MOST_PACKAGES) packages.push(each);
    }
  }
  return { ...params, arguments: { ...args, packages } };
}

function folderOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): McpObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as McpObject) : {};
}
