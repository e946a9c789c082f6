import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownMember, type StoredSubmission, type SubmissionCheck } from '../contract/api.ts';
import type { RegistryRules } from '../contract/diagnostic.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Logger } from '../contract/service.ts';
import { groupDigits, listSentences } from '../contract/words.ts';
import { FolderTaken, guardPath, inspect, markOf, placeFolder, WriteRefused } from '../platform/files.ts';
import { rewriteIndex, WAITING_FOLDER, whileLocked, withEntry } from './build-index.ts';
import type { Submission, SubmissionReview } from './check-submission.ts';
import { firstSentence } from './manifest.ts';
import type { Registry } from './registry.ts';
import type { SkillRecord } from './skill-record.ts';
import type { RegistrySnapshot } from './snapshot.ts';
import { joinRelative } from './worker/disk.ts';
import type { RegistryLocation } from './worker-messages.ts';

const NO_FOLDER =
  'Registries that were added by address are read-only, and no other registry is served. Serve a folder, too, to take submissions.';
const REGISTRY_FULL = `This registry has ${groupDigits(LIMITS.submittedSkills)} skills of tier2 and takes no more. Remove skills that nobody needs, or move some to another registry.`;
const NO_JSON = 'The request body is not JSON.';
const NAMED_PROBLEMS = 10;

/** Takes submissions into the uppermost folder that is served; added registries are read-only. */
export class Submissions {
  readonly #registry: Registry;
  readonly #logger: Logger;

  constructor(registry: Registry, logger: Logger) {
    this.#registry = registry;
    this.#logger = logger;
  }

  /** Says what would become of a submission. `body` is the JSON of the request. */
  async check(body: string): Promise<SubmissionCheck> {
    const { key = null, problems: found, diagnostics, relaxed } = await this.#review(body);
    const obstacle = key && obstacleTo(key, this.#registry.snapshot().skills);
    const problems = [...(obstacle ? [obstacle.message] : []), ...found];
    const accepted = problems.length === 0;
    return { key, accepted, problems, diagnostics, ...(relaxed.length > 0 && { relaxed }) };
  }

  /** Stores a submission. Resolves when the skill is served. */
  async submit(body: string): Promise<StoredSubmission> {
    const registry = this.#registry;
    const { submission, problems, diagnostics, relaxed } = await this.#review(body);
    const reasons = listSentences(problems, NAMED_PROBLEMS);
    if (submission === undefined)
      throw new ApiError('skill_invalid', `The skill was not accepted: ${reasons}`);
    const { key } = submission;
    const { location } = this.#target();
    await storeSubmission({ location, skills: registry.snapshot().skills }, submission, this.#logger);
    await registry.rescan().catch(() => {
      throw new ApiError('registry_unavailable', `${storedAlone(key)} What reads the registry has ended.`);
    });
    const stored = registry.latest.skills.get(key);
    if (stored === undefined)
      throw new ApiError('internal', `${storedAlone(key)} ${whyUnserved(registry.latest, key)}`);
    this.#logger.info(`Added the skill ${key}.`);
    const said = (...codes: readonly string[]) =>
      diagnostics.flatMap(({ code, message }) => (codes.includes(code) ? [message] : []));
    const takenOut = said('self-awarded', 'extension-too-deep');
    const unfindable = said('entries-too-many');
    return {
      key,
      ...(stored.withheld !== undefined && { withheld: stored.withheld }),
      ...(takenOut.length > 0 && { taken_out: takenOut }),
      ...(unfindable.length > 0 && { unfindable }),
      ...(relaxed.length > 0 && { relaxed }),
    };
  }

  #target(): { readonly location: RegistryLocation; readonly rules: RegistryRules } {
    const { location, rules } = this.#registry.snapshot().layers.find(({ isAdded }) => !isAdded) ?? {};
    if (location === undefined || rules === undefined) throw new ApiError('submissions_off', NO_FOLDER);
    return { location, rules: rules.rules };
  }

  /** Reviews by rules.json as it is now. */
  async #review(text: string): Promise<SubmissionReview> {
    await this.#registry.rescan();
    const { rules } = this.#target();
    const found = await this.#registry.review(text, rules);
    if (found === undefined) throw new ApiError('bad_request', NO_JSON);
    return found;
  }
}

type KnownSkills = ReadonlyMap<string, Pick<SkillRecord, 'manifest'>>;

function obstacleTo(key: string, skills: KnownSkills): ApiError | undefined {
  const taken = [...skills.keys()].find((known) => folded(known) === folded(key));
  if (taken !== undefined) return new ApiError('skill_exists', existsAlready(taken));
  const submitted = [...skills.values()].filter(({ manifest }) => manifest['tier'] === 'tier2');
  return submitted.length < LIMITS.submittedSkills ? undefined : new ApiError('registry_full', REGISTRY_FULL);
}

function storedAlone(key: string): string {
  return `Skill '${key}' is stored, and not served.`;
}

function whyUnserved({ general }: RegistrySnapshot, key: string): string {
  const found = general.find(
    ({ skillKey, file = '' }) => skillKey === key || `/${file}/`.includes(`/${key}/`),
  );
  return found?.message ?? '/v1/diagnostics says why.';
}

function existsAlready(key: string): string {
  return `Skill '${key}' exists already.`;
}

/**
 * Writes a submission into a hidden folder and renames that, so that the skill appears at once; then updates an
 * existing index.json. Returns the path of its folder. Throws `submissions_off`,
 * `skill_exists`, `registry_full` or `internal`.
 */
export async function storeSubmission(
  { location, skills }: { readonly location: RegistryLocation; readonly skills: KnownSkills },
  { key, files, manifest, manifestText }: Submission,
  logger: Logger,
): Promise<string> {
  if (location.layout !== 'registry' && location.layout !== 'flat')
    throw new ApiError('submissions_off', 'This folder belongs to a library and accepts no other skills.');
  const obstacle = obstacleTo(key, skills);
  if (obstacle !== undefined) throw obstacle;
  const skill = { key, manifest, overviewSummary: firstSentence(files['overview.md'] ?? '') };
  try {
    return await whileLocked(location, async () => {
      const folder = await placeSkill(location, key, { ...files, 'skill.json': manifestText });
      // The skill is served anyway, and a rebuild repairs index.json.
      await rewriteIndex(location, (entries) => withEntry(entries, skill)).catch((error: unknown) =>
        logger.warn('index.json could not be updated.', { skill: key, error: String(error) }),
      );
      return folder;
    });
  } catch (error) {
    if (error instanceof FolderTaken) throw new ApiError('skill_exists', existsAlready(key));
    throw new ApiError('internal', `The skill could not be stored: ${writeFailure(error)}`, { cause: error });
  }
}

/**
 * Writes the folder of a skill; only inside `whileLocked`. Rejects with `FolderTaken`, and with `WriteRefused` for a link
 * in the way.
 */
export async function placeSkill(
  { root, skillsFolder }: RegistryLocation,
  key: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  if (await isTaken(join(root, skillsFolder), key.split('/'))) throw new FolderTaken(existsAlready(key));
  const hidden = joinRelative(skillsFolder, `${WAITING_FOLDER}/${randomUUID()}`);
  return placeFolder(root, joinRelative(skillsFolder, key), hidden, Object.entries(files));
}

async function isTaken(folder: string, [segment, ...below]: readonly string[]): Promise<boolean> {
  if (segment === undefined) return true;
  for (const name of await fs.readdir(folder).catch(() => []))
    if (folded(name) === folded(segment) && (await isTaken(join(folder, name), below))) return true;
  return false;
}

/** Makes names equal that are the same on some file system, which ignore case or Unicode normalization. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Says why a write failed, for the end of a sentence. */
export function writeFailure(error: unknown): string {
  const isOurs = error instanceof WriteRefused;
  const { code = '' } = (isOurs ? (error.cause ?? error) : error) as NodeJS.ErrnoException;
  if (isOurs && code === '') return error.message;
  if (['ENOSPC', 'EDQUOT'].includes(code)) return 'the disk is full.';
  const isClosed = ['EROFS', 'EACCES', 'EPERM', 'EBUSY'].includes(code);
  return isClosed ? `the registry may not be written to (${code}).` : `${code || 'the log has the cause'}.`;
}

/**
 * Deletes the folder of a skill, folders above that it leaves empty, and its entries of index.json. The folder is
 * renamed first, so that the skill vanishes at once. Rejects with `WriteRefused` before any change.
 */
export function removeSkill(
  location: RegistryLocation,
  { folder, names }: { readonly folder: string; readonly names: ReadonlySet<string> },
): Promise<void> {
  const { root, skillsFolder } = location;
  return whileLocked(location, async () => {
    await markOf(root, 'index.json'); // fails before the skill is touched if index.json can't be written
    const hidden = joinRelative(skillsFolder, `${WAITING_FOLDER}/${randomUUID()}`);
    const [target, waiting] = await Promise.all([guardPath(root, folder), guardPath(root, hidden)]);
    if (!(await inspect(target.path))?.isDirectory())
      throw new WriteRefused(`${target.path} is no folder; nothing was removed.`);
    await fs.rename(target.path, waiting.path);
    let levels = folder.split('/').length - (skillsFolder === '' ? 0 : skillsFolder.split('/').length) - 1;
    for (let above = target.folder; levels > 0; levels -= 1, above = dirname(above))
      if (
        !(await fs.rmdir(above).then(
          () => true,
          () => false,
        ))
      )
        break;
    await guardPath(root, hidden);
    await fs.rm(waiting.path, { recursive: true, force: true });
    const isKept = (entry: unknown) => !names.has(String(ownMember(entry, 'key')));
    await rewriteIndex(location, (entries) => entries.filter(isKept));
  });
}
