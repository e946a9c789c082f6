import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError } from '../../contract/error-codes.ts';
import type { Logger } from '../../contract/logger.ts';
import { replaceFileAtomic } from '../../write-file-atomic.ts';
import { addIndexEntry } from '../model/build-index.ts';
import type { Submission } from '../model/check-submission.ts';
import type { RegistrySnapshot } from '../model/registry-snapshot.ts';
import { joinRelative } from '../model/relative-path.ts';
import { isInside } from './inside.ts';
import { readIndexFile, readSkillFolders } from './load-registry.ts';

/** Skills are put together here, beside where they go and out of every reader's sight. */
const WAITING_FOLDER = '.submissions';
/** What a crash left behind in it is swept away after this long. */
const STALE_MS = 3_600_000;

/**
 * Adds a skill to a registry: writes it to a folder that nobody reads, flushes it, renames it into place, then rewrites
 * index.json where there is one. A reader sees the whole skill or none of it, whenever the machine stops; nothing that
 * exists is ever overwritten. One at a time for each registry.
 *
 * @returns the folder it is in, absolute. Throws `skill_exists` where the key, or one that differs in case only, is
 *   taken; `internal` where the disk is full or read-only.
 */
export function storeSubmission(
  snapshot: RegistrySnapshot,
  submission: Submission,
  logger: Logger,
): Promise<string> {
  const { root } = snapshot.location;
  const turn = (turns.get(root) ?? Promise.resolve()).then(() => store(snapshot, submission, logger));
  turns.set(
    root,
    turn.catch(() => {}),
  );
  return turn;
}

/** The last submission of each registry, done or not. */
const turns = new Map<string, Promise<unknown>>();

async function store(snapshot: RegistrySnapshot, submission: Submission, logger: Logger): Promise<string> {
  const { layout, root, skillsFolder } = snapshot.location;
  if (layout !== 'registry' && layout !== 'flat')
    throw new ApiError('submissions_off', 'This folder is one library’s own and takes no other skills.');
  const taken = takenKey(snapshot, submission.key);
  if (taken !== undefined) throw exists(taken);
  const skills = join(root, skillsFolder);
  const waiting = join(skills, WAITING_FOLDER);
  const target = join(skills, ...submission.key.split('/'));
  try {
    await sweep(waiting);
    const draft = join(waiting, randomUUID());
    try {
      await writeDraft(draft, submission);
      await moveIntoPlace(draft, target, await fs.realpath(root), submission.key);
    } finally {
      await fs.rm(draft, { recursive: true, force: true });
      await fs.rmdir(waiting).catch(() => {});
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('internal', describeFailure(error), { cause: error });
  }
  await addToIndex(snapshot, submission.key, logger);
  return target;
}

/** The key of a skill that stands in the way: this one, or one that differs in case only. */
export function takenKey(snapshot: RegistrySnapshot, key: string): string | undefined {
  const wanted = key.toLowerCase();
  return [...snapshot.skills.keys()].find((known) => known.toLowerCase() === wanted);
}

function exists(key: string): ApiError {
  return new ApiError('skill_exists', `Skill '${key}' exists already.`);
}

async function writeDraft(draft: string, { manifestText, files }: Submission): Promise<void> {
  const folders = new Set([draft]);
  // skill.json comes last: a folder without one is no skill, wherever it turns up.
  for (const [path, text] of [...Object.entries(files), ['skill.json', manifestText] as const]) {
    const file = join(draft, ...path.split('/'));
    await fs.mkdir(dirname(file), { recursive: true });
    for (let folder = dirname(file); folder.length > draft.length; folder = dirname(folder))
      folders.add(folder);
    const handle = await fs.open(file, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  for (const folder of folders) await syncFolder(folder);
}

async function moveIntoPlace(draft: string, target: string, root: string, key: string): Promise<void> {
  const parent = dirname(target);
  if (!isInside(root, await realPathOfNearest(parent)))
    throw new ApiError('internal', `The folder of ${key} is a link that leads out of the registry.`);
  await fs.mkdir(parent, { recursive: true });
  const name = target.slice(parent.length + 1);
  const siblings = await fs.readdir(parent);
  // Renaming over a folder fails unless that is empty; a file or a name in other letters is looked for here.
  if (siblings.some((sibling) => sibling.toLowerCase() === name.toLowerCase())) throw exists(key);
  await fs.rename(draft, target).catch(async (error: unknown) => {
    // Every system has its own way to say that something is there.
    throw (await fs.lstat(target).catch(() => undefined)) === undefined ? error : exists(key);
  });
  await syncFolder(parent);
}

/** Where a folder that may not exist yet would be made, links resolved. */
async function realPathOfNearest(folder: string): Promise<string> {
  const real = await fs.realpath(folder).catch(() => undefined);
  return real ?? (folder === dirname(folder) ? folder : realPathOfNearest(dirname(folder)));
}

/** Makes a folder's names last; not every system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** The skill is in place and listed without this; an index that lags behind heals when it is rebuilt. */
async function addToIndex({ location }: RegistrySnapshot, key: string, logger: Logger): Promise<void> {
  try {
    const indexFile = await readIndexFile(location.root);
    if (indexFile.index === undefined) return;
    const folder = joinRelative(location.skillsFolder, key);
    const read = (await readSkillFolders(location, folder)).get(folder);
    if (read?.manifest === undefined) return;
    const text = addIndexEntry(indexFile, { ...read, manifest: read.manifest, key }, new Date());
    await replaceFileAtomic(join(location.root, 'index.json'), text);
  } catch (error) {
    logger.warn('index.json could not be updated.', { skill: key, error: String(error) });
  }
}

async function sweep(waiting: string): Promise<void> {
  const names = await fs.readdir(waiting).catch(() => []);
  for (const name of names) {
    const stats = await fs.stat(join(waiting, name)).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > STALE_MS)
      await fs.rm(join(waiting, name), { recursive: true, force: true });
  }
}

function describeFailure(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The skill could not be stored: the disk is full.';
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return 'The skill could not be stored: the registry may not be written to.';
  return 'The skill could not be stored. The log has the cause.';
}
