import { join, sep } from 'node:path';
import {
  type ConnectTarget,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
} from '../contract/clients/mcp-clients.ts';
import { readRecords, recordsFolder } from './change-records.ts';
import { settingsFile } from './client-files.ts';
import type { LookAtPath } from './path-looks.ts';
import type { Place } from './place.ts';
import { readSettings } from './planned-change.ts';
import { lookAtPrograms, readConnection } from './read-connection.ts';

export interface ProjectsOptions {
  readonly place: Place;
  readonly target: ConnectTarget;
  readonly look: LookAtPath;
  /** Of this user, absolute: the changes that are put aside there tell into which projects we wrote. */
  readonly dataFolder: string;
  /** Projects that are looked into besides, absolute. */
  readonly folders: readonly string[];
}

/**
 * The clients whose settings in some project are about this service, or can't be read: in projects that we wrote into, and
 * in those that are named. Others are known to nobody.
 */
export async function connectedInProjects(options: ProjectsOptions): Promise<ReadonlySet<McpClientId>> {
  const records = await readRecords(recordsFolder(options.dataFolder));
  const written = records.map(({ record }) => record.file);
  const found = await Promise.all(
    MCP_CLIENT_IDS.map(async (id) => ((await isConnected(id, written, options)) ? [id] : [])),
  );
  return new Set(found.flat());
}

async function isConnected(
  id: McpClientId,
  written: readonly string[],
  { place, target, look, folders }: ProjectsOptions,
): Promise<boolean> {
  const kind = MCP_CLIENTS[id];
  const { projectFile } = kind;
  if (projectFile === undefined) return false;
  const end = join(sep, projectFile);
  const own = settingsFile(place, id);
  const before = written.filter((file) => file.endsWith(end) && file !== own);
  const named = folders.map((folder) => join(folder, projectFile));
  // One look for all clients: it costs a thread where the disk hangs, and tells then of all files there.
  const answers = await Promise.all(folders.map(look));
  if (answers.includes(undefined)) return true;
  for (const file of [...named, ...before]) {
    const found = await look(file);
    if (found === 'nothing') continue;
    if (found === 'not-looked-at') {
      // What we wrote is taken for there still; of others nothing is known.
      if (before.includes(file)) return true;
      continue;
    }
    const read = found === undefined ? undefined : await readSettings(file);
    if (!read?.ok) return true;
    const isThere = await lookAtPrograms(kind, read.text.text, target, look);
    if (readConnection(kind, read.text.text, target, isThere).state !== 'absent') return true;
  }
  return false;
}
