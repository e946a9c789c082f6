import { join, sep } from 'node:path';
import {
  type ConnectTarget,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
} from '../contract/clients/mcp-clients.ts';
import { readRecords, recordsFolder } from './change-records.ts';
import { settingsFile } from './client-files.ts';
import type { Machine } from './machine.ts';
import type { InspectPath } from './path-inspector.ts';
import { readSettings } from './planned-change.ts';
import { inspectPrograms, readConnection } from './read-connection.ts';

export interface ProjectsOptions {
  readonly machine: Machine;
  readonly target: ConnectTarget;
  readonly look: InspectPath;
  /** Absolute. Backups name the projects written by us. */
  readonly dataFolder: string;
  /** Absolute. */
  readonly folders: readonly string[];
}

/** Clients with our entry, or unreadable settings, in a known project. */
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
  { machine, target, look, folders }: ProjectsOptions,
): Promise<boolean> {
  const kind = MCP_CLIENTS[id];
  const { projectFile } = kind;
  if (projectFile === undefined) return false;
  const end = join(sep, projectFile);
  const own = settingsFile(machine, id);
  const before = written.filter((file) => file.endsWith(end) && file !== own);
  const named = folders.map((folder) => join(folder, projectFile));
  // One check per project for all clients: a hanging disk costs a thread, and holds for all files there.
  const answers = await Promise.all(folders.map(look));
  if (answers.includes(undefined)) return true;
  for (const file of [...named, ...before]) {
    const found = await look(file);
    if (found === 'nothing') continue;
    if (found === 'not-inspected') {
      // Our entry is assumed to be there still; about others nothing is known.
      if (before.includes(file)) return true;
      continue;
    }
    const read = found === undefined ? undefined : await readSettings(file);
    if (!read?.ok) return true;
    const isThere = await inspectPrograms(kind, read.text.text, target, look);
    if (readConnection(kind, read.text.text, target, isThere).state !== 'absent') return true;
  }
  return false;
}
