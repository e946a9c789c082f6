import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_SUBMITTED_SKILLS } from '../../contract/limits.ts';
import type { Logger } from '../../contract/service/logger.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { withWriteLock } from '../../platform/folder-lock.ts';
import { FolderTaken, WriteRefused } from '../../platform/guarded-path.ts';
import { placeFolder } from '../../platform/write-file.ts';
import type { Submission } from '../../validation/submission-review.ts';
import { firstSentence } from '../model/derive-summary.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import type { SkillRecord } from '../skill-record.ts';
import { addIndexEntry } from './build-index.ts';
import { rewriteIndex } from './rewrite-index.ts';

/** Hidden: skills in transit, and the lock. */
export const WAITING_FOLDER = '.submissions';

/** The layer that takes submissions. */
export interface TakingRegistry {
  readonly location: RegistryLocation;
  readonly skills: ReadonlyMap<string, Pick<SkillRecord, 'manifest'>>;
}

/**
 * Writes a hidden folder and renames it, so that the skill appears at once. Updates an existing index.json.
 * Throws `skill_exists`, `registry_full` or `internal`.
 */
export async function storeSubmission(
  registry: TakingRegistry,
  submission: Submission,
  logger: Logger,
): Promise<string> {
  const { location, skills } = registry;
  const { layout } = location;
  const { key, files, manifestText } = submission;
  if (layout !== 'registry' && layout !== 'flat')
    throw new ApiError('submissions_off', 'This folder belongs to a library and accepts no other skills.');
  const taken = takenKey(skills, key);
  if (taken !== undefined) throw exists(taken);
  if (isFull(skills)) throw new ApiError('registry_full', REGISTRY_FULL);
  // skill.json last: a folder without it is no skill.
  const texts = [...Object.entries(files), ['skill.json', manifestText] as const];
  try {
    return await inTurn(location, async () => {
      const folder = await placeSkill(location, key, texts);
      await addToIndex(location, submission, logger);
      return folder;
    });
  } catch (error) {
    if (error instanceof KeyTaken) throw exists(error.key);
    throw new ApiError('internal', describeFailure(error), { cause: error });
  }
}

/**
 * Only inside `inTurn`. Rejects with `KeyTaken` for any folder with the key, ignoring case, and
 * `WriteRefused` for a link in the way.
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

export function inTurn<T>({ root, skillsFolder }: RegistryLocation, work: () => Promise<T>): Promise<T> {
  return withWriteLock(root, joinRelative(skillsFolder, WAITING_FOLDER), work);
}

export class KeyTaken extends Error {
  readonly key: string;

  constructor(key: string) {
    super(existsAlready(key));
    this.key = key;
  }
}

export function takenKey(skills: TakingRegistry['skills'], key: string): string | undefined {
  const wanted = folded(key);
  return [...skills.keys()].find((known) => folded(known) === wanted);
}

export const REGISTRY_FULL = `This registry has ${groupDigits(MAX_SUBMITTED_SKILLS)} skills of tier2 and takes no more. Remove skills that nobody needs, or move some to another registry.`;

export function isFull(skills: TakingRegistry['skills']): boolean {
  let submitted = 0;
  for (const { manifest } of skills.values()) if (manifest['tier'] === 'tier2') submitted += 1;
  return submitted >= MAX_SUBMITTED_SKILLS;
}

/** Some file systems ignore case or Unicode normalization. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

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

export function existsAlready(key: string): string {
  return `Skill '${key}' exists already.`;
}

/** Logs errors: the skill is served anyway, and a rebuild repairs index.json. */
async function addToIndex(
  location: RegistryLocation,
  { key, manifest, files }: Submission,
  logger: Logger,
): Promise<void> {
  const skill = { key, manifest, overviewSummary: firstSentence(files['overview.md'] ?? '') };
  try {
    await rewriteIndex(location, (indexFile) =>
      indexFile.index === undefined ? undefined : addIndexEntry(indexFile, skill, new Date()),
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
