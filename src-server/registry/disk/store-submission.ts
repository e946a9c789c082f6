import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_SUBMITTED_SKILLS } from '../../contract/api/limits.ts';
import type { Logger } from '../../contract/service/logger.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import type { Submission } from '../../validation/submission-review.ts';
import { WriteRefused } from '../../writing/guarded-path.ts';
import { FolderTaken, placeFolder } from '../../writing/place-folder.ts';
import { sweepLeftovers } from '../../writing/sweep-leftovers.ts';
import { withWriteLock } from '../../writing/write-lock.ts';
import { addIndexEntry } from '../model/build-index.ts';
import { firstSentence } from '../model/derive-summary.ts';
import type { RegistryLocation, RegistrySnapshot } from '../model/registry-snapshot.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { ReadFiles } from './load-registry.ts';
import { rewriteIndex } from './rewrite-index.ts';

/** Skills that come are put together here, and those that go wait here, out of every reader's sight; the lock is in it too. */
export const WAITING_FOLDER = '.submissions';

/**
 * Adds a skill to a registry: writes it to a folder that nobody reads, flushes it, renames it into place, then rewrites
 * index.json where there is one. A reader sees the whole skill or none of it, whenever the machine stops; nothing that
 * exists is ever overwritten. One at a time for each registry, among all processes.
 *
 * @param read how index.json is read; default here
 * @returns the folder it is in, absolute. Throws `skill_exists` where the key, or one that differs in case only, is
 *   taken; `registry_full` where enough were submitted; `internal` where the disk is full or read-only, or a link is in the way.
 */
export async function storeSubmission(
  snapshot: RegistrySnapshot,
  submission: Submission,
  logger: Logger,
  read?: ReadFiles,
): Promise<string> {
  const { location } = snapshot;
  const { layout } = location;
  const { key, files, manifestText } = submission;
  if (layout !== 'registry' && layout !== 'flat')
    throw new ApiError('submissions_off', 'This folder is one library’s own and takes no other skills.');
  const taken = takenKey(snapshot, key);
  if (taken !== undefined) throw exists(taken);
  if (isFull(snapshot)) throw new ApiError('registry_full', REGISTRY_FULL);
  // skill.json comes last: a folder without one is no skill, wherever it turns up.
  const texts = [...Object.entries(files), ['skill.json', manifestText] as const];
  try {
    return await inTurn(location, async () => {
      const folder = await placeSkill(location, key, texts);
      await addToIndex(location, submission, logger, read);
      return folder;
    });
  } catch (error) {
    if (error instanceof KeyTaken) throw exists(error.key);
    throw new ApiError('internal', describeFailure(error), { cause: error });
  }
}

/**
 * Puts the folder of a skill under its key, where no folder has that key in any letters, served or not. Rejects with
 * `KeyTaken`, or `WriteRefused` where a link is in the way. Only inside of `inTurn`.
 */
export async function placeSkill(
  location: RegistryLocation,
  key: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
): Promise<string> {
  const { root, skillsFolder } = location;
  const taken = await takenFolder(join(root, skillsFolder), key.split('/'));
  if (taken !== undefined) throw new KeyTaken(taken);
  const draft = joinRelative(skillsFolder, `${WAITING_FOLDER}/${randomUUID()}`);
  return placeFolder(root, joinRelative(skillsFolder, key), draft, files).catch((error: unknown) => {
    throw error instanceof FolderTaken ? new KeyTaken(key) : error;
  });
}

/** Does what writes to a registry while nobody else writes to it; first sweeps away what a crash left. */
export function inTurn<T>({ root, skillsFolder }: RegistryLocation, work: () => Promise<T>): Promise<T> {
  return withWriteLock(root, joinRelative(skillsFolder, WAITING_FOLDER), async (waiting) => {
    await sweepLeftovers(waiting);
    return work();
  });
}

/** Another folder has the key, or one that differs in case only. */
export class KeyTaken extends Error {
  readonly key: string;

  constructor(key: string) {
    super(existsAlready(key));
    this.key = key;
  }
}

/** The key of a skill that stands in the way: this one, or one that differs in case only. */
export function takenKey(snapshot: RegistrySnapshot, key: string): string | undefined {
  const wanted = folded(key);
  return [...snapshot.skills.keys()].find((known) => folded(known) === wanted);
}

/** That a registry takes no more, in a sentence. */
export const REGISTRY_FULL = `This registry has ${groupDigits(MAX_SUBMITTED_SKILLS)} skills of tier2 and takes no more. Remove skills that nobody needs, or move some to another registry.`;

/** Whether a registry has as many skills of tier2, which submissions are, as it takes. */
export function isFull({ skills }: RegistrySnapshot): boolean {
  let submitted = 0;
  for (const { manifest } of skills.values()) if (manifest['tier'] === 'tier2') submitted += 1;
  return submitted >= MAX_SUBMITTED_SKILLS;
}

/** Some systems take names that differ in case, or in how an accent is written, for one. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The path of what has the place of a key on the disk, in any letters; undefined where the place is free. */
async function takenFolder(
  folder: string,
  [segment, ...below]: readonly string[],
): Promise<string | undefined> {
  if (segment === undefined) return '';
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  for (const name of names.filter((candidate) => folded(candidate) === folded(segment))) {
    const rest = await takenFolder(join(folder, name), below);
    if (rest !== undefined) return rest === '' ? name : `${name}/${rest}`;
  }
  return undefined;
}

function exists(key: string): ApiError {
  return new ApiError('skill_exists', existsAlready(key));
}

/** That a key is taken, in a sentence. */
export function existsAlready(key: string): string {
  return `Skill '${key}' exists already.`;
}

/** The skill is in place and listed without this; an index that lags behind heals when it is rebuilt. */
async function addToIndex(
  location: RegistryLocation,
  { key, manifest, files }: Submission,
  logger: Logger,
  read: ReadFiles | undefined,
): Promise<void> {
  const skill = { key, manifest, overviewSummary: firstSentence(files['overview.md'] ?? '') };
  try {
    await rewriteIndex(
      location,
      async (indexFile) =>
        indexFile.index === undefined ? undefined : addIndexEntry(indexFile, skill, new Date()),
      read,
    );
  } catch (error) {
    logger.warn('index.json could not be updated.', { skill: key, error: String(error) });
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof WriteRefused) return `The skill could not be stored: ${error.message}`;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The skill could not be stored: the disk is full.';
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return 'The skill could not be stored: the registry may not be written to.';
  return 'The skill could not be stored. The log has the cause.';
}
