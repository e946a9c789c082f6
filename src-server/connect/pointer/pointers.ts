import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangePreview, ConnectResult } from '../../contract/clients/connect.ts';
import { MCP_CLIENTS } from '../../contract/clients/mcp-clients.ts';
import type { PointerAction, PointerTarget } from '../../contract/clients/pointer.ts';
import { changeFile } from '../change-file.ts';
import type { Machine } from '../machine.ts';
import { expandPath } from '../machine.ts';
import { type PlannedChange, plannedChange, previewOf, readSettings } from '../planned-change.ts';
import { linkObstacle } from '../read-settings.ts';
import { textOrRemoval } from '../text-or-removal.ts';
import { addPointer, findPointer, removePointer } from './pointer-block.ts';
import { AGENTS_FILE, ANY_CLIENT, POINTER_PLACES, type PointerPlaces } from './pointer-places.ts';

/** Pointers in rules files. Only `write` writes. */
export interface Pointers {
  preview(target: PointerTarget, action: PointerAction): Promise<ChangePreview>;
  write(target: PointerTarget, action: PointerAction, token: string): Promise<ConnectResult>;
}

/** Projects are shared with other users. */
const NEW_FILE = { project: 0o644, user: 0o600 };

export function createPointers(machine: Machine): Pointers {
  return {
    preview: async (target, action) => previewOf(await plan(machine, target, action)),
    write: async (target, action, token) =>
      changeFile(await plan(machine, target, action), token, {
        mode: NEW_FILE[target.scope],
        ...(action === 'remove' && { whenDone: 'has no pointer' }),
      }),
  };
}

async function plan(machine: Machine, target: PointerTarget, action: PointerAction): Promise<PlannedChange> {
  const files = await candidates(machine, target, action);
  if (!files.ok) return files;
  const file = await choose(files);
  const before = await readSettings(file);
  if (!before.ok) return before;
  const isProject = target.scope === 'project';
  const folder = isProject ? target.folder : machine.home;
  const obstacle = await linkObstacle(file, before.text.target, { folder, isProject });
  if (obstacle !== undefined)
    return {
      ok: false,
      reason: `${obstacle} ${action === 'add' ? 'Paste the block' : 'Take the block out'} yourself.`,
    };
  const edited = action === 'add' ? addPointer(before.text.text) : removePointer(before.text.text);
  if (!edited.ok)
    return { ok: false, reason: `${file} is left as it is. ${edited.reason} Put it right by hand.` };
  const after = action === 'add' ? edited.text : await textOrRemoval(file, before.text, edited.text);
  return plannedChange(file, before.text, after);
}

/** `made`: created if no file exists. */
type Candidates = { readonly ok: true; readonly files: readonly string[]; readonly made: string };

async function candidates(
  machine: Machine,
  target: PointerTarget,
  action: PointerAction = 'add',
): Promise<Candidates | { readonly ok: false; readonly reason: string }> {
  const { client } = target;
  const places = client === undefined ? ANY_CLIENT : POINTER_PLACES[client];
  const name = client === undefined ? '' : MCP_CLIENTS[client].name;
  if (target.scope === 'user') {
    const files = (places?.user ?? []).flatMap((template) => expandPath(template, machine) ?? []);
    const made = files.at(-1);
    return made === undefined
      ? { ok: false, reason: noUserFile(name, places, action) }
      : { ok: true, files, made };
  }
  if (places === undefined) return { ok: false, reason: noFile(name) };
  const { folder } = target;
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) return { ok: false, reason: `${folder} is no folder.` };
  const files = places.project.map((path) => join(folder, ...path.split('/')));
  return { ok: true, files, made: join(folder, ...(places.made ?? AGENTS_FILE).split('/')) };
}

function noUserFile(name: string, places: PointerPlaces | undefined, action: PointerAction): string {
  if (places === undefined) return noFile(name);
  const { instead } = places;
  if (instead === undefined)
    return `${name} reads rules in projects only: ${action === 'add' ? 'put the block into a project' : 'take the block out there'}.`;
  const byHand =
    action === 'add'
      ? `paste the block into ${instead}, or put it into a project`
      : `take the block out of ${instead} yourself`;
  return `${name}’s rules for all projects can’t be changed from here: ${byHand}.`;
}

function noFile(name: string): string {
  return `${name} has no file of rules that we know of.`;
}

/** The file with the pointer, the first existing file, or `made`. */
async function choose({ files, made }: Candidates): Promise<string> {
  return (await holderAmong(files))?.file ?? (await filesOrLinks(files))[0] ?? made;
}

/** `isCurrent`: complete, unique and today's text. */
export async function findPointerFile(
  machine: Machine,
  target: PointerTarget,
): Promise<{ readonly file: string; readonly isCurrent: boolean } | undefined> {
  const found = await candidates(machine, target);
  return found.ok ? await holderAmong(found.files) : undefined;
}

async function holderAmong(
  files: readonly string[],
): Promise<{ readonly file: string; readonly isCurrent: boolean } | undefined> {
  for (const file of await filesOrLinks(files)) {
    const read = await readSettings(file);
    const found = read.ok ? findPointer(read.text.text) : undefined;
    if (found !== undefined && found.state !== 'absent')
      return { file, isCurrent: found.state === 'present' && found.isCurrent };
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
