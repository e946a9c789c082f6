/** The pointer: lines about our service in an agent's rules file. */
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ChangePreview,
  type ConnectResult,
  MCP_CLIENTS,
  type McpClientId,
  POINTER_LINES,
} from '../contract/clients/clients.ts';
import { blockMarks, findBlock, removeBlock, setBlock } from '../platform/text.ts';
import { expandPath, type Machine } from './machine.ts';
import { AGENTS_FILE, ANY_CLIENT, POINTER_PLACES } from './pointer-places.ts';
import {
  changeFile,
  linkObstacle,
  type PlannedChange,
  plannedChange,
  plannedRemoval,
  previewOf,
  readSettings,
} from './settings-file.ts';

export interface PointerRequest {
  /** Default: any client, in a project. */
  readonly client?: McpClientId;
  /** Absolute. Default: the user's file. */
  readonly project?: string;
  readonly remove?: boolean;
}

const MARKS = blockMarks();

export async function previewPointer(machine: Machine, request: PointerRequest): Promise<ChangePreview> {
  return previewOf(await plan(machine, request));
}

/** Makes only the previewed change. */
export async function writePointer(
  machine: Machine,
  request: PointerRequest,
  token: string,
): Promise<ConnectResult> {
  return changeFile(
    await plan(machine, request),
    token,
    request.remove ? 'has no pointer' : 'has the pointer already',
    // Projects are shared with other users.
    request.project === undefined ? 0o600 : 0o644,
  );
}

async function plan(machine: Machine, request: PointerRequest): Promise<PlannedChange> {
  const { project, remove = false } = request;
  const found = await candidates(machine, request);
  if (!found.ok) return found;
  const { files, made } = found;
  const file = (await holderAmong(files)) ?? (await filesOrLinks(files))[0] ?? made;
  const read = await readSettings(file);
  if (!read.ok) return read;
  const before = read.text;
  const obstacle = await linkObstacle(before, machine.home, project);
  const byHand = `${remove ? 'Take the block out' : 'Paste the block'} yourself.`;
  if (obstacle !== undefined) return { ok: false, reason: `${obstacle} ${byHand}` };
  const edited = remove ? removeBlock(before.text, MARKS) : setBlock(before.text, MARKS, POINTER_LINES);
  if (!edited.ok)
    return { ok: false, reason: `${file} is left as it is. ${edited.reason} Put it right by hand.` };
  return remove ? plannedRemoval(before, edited.text) : plannedChange(before, edited.text);
}

/** `made`: created if no file exists. */
type Candidates =
  | { readonly ok: true; readonly files: readonly string[]; readonly made: string }
  | { readonly ok: false; readonly reason: string };

async function candidates(
  machine: Machine,
  { client, project, remove = false }: PointerRequest,
): Promise<Candidates> {
  const places = client === undefined ? ANY_CLIENT : POINTER_PLACES[client];
  const name = client === undefined ? '' : MCP_CLIENTS[client].name;
  if (places === undefined) return { ok: false, reason: `${name} has no file of rules that we know of.` };
  if (project === undefined) {
    const { user = [], instead } = places;
    const files = user.flatMap((template) => expandPath(template, machine) ?? []);
    const made = files.at(-1);
    if (made !== undefined) return { ok: true, files, made };
    const where = instead === undefined ? 'a project' : `${instead}, or a project`;
    const what = remove ? `take the block out of ${where} yourself` : `put the block into ${where}`;
    return { ok: false, reason: `${name}’s rules for all projects can’t be changed from here: ${what}.` };
  }
  const stats = await stat(project).catch(() => undefined);
  if (!stats?.isDirectory()) return { ok: false, reason: `${project} is no folder.` };
  const files = places.project.map((path) => join(project, ...path.split('/')));
  return { ok: true, files, made: join(project, ...(places.made ?? AGENTS_FILE).split('/')) };
}

async function holderAmong(files: readonly string[]): Promise<string | undefined> {
  for (const file of await filesOrLinks(files)) {
    const read = await readSettings(file);
    const found = read.ok ? findBlock(read.text.text, MARKS) : undefined;
    if (found !== undefined && found.state !== 'absent') return file;
  }
  return undefined;
}

/** Skips folders such as `.clinerules`. */
async function filesOrLinks(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const stats = await lstat(path).catch(() => undefined);
      return stats?.isFile() || stats?.isSymbolicLink() ? [path] : [];
    }),
  );
  return found.flat();
}
