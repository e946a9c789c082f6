import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import type { SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { FileReading, FileStamp, ReadRequest } from './disk/disk-reader.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { RegistrySnapshot } from './model/registry-snapshot.ts';
import { type KnowledgeFile, MAX_CONTENT_BYTES, type Skill } from './model/skill.ts';

/** With a newer snapshot. */
const MAX_REFRESHES = 8;
const REFRESH_PAUSE_MS = 20;
const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export const MAX_SKILL_BYTES = 16 * 1024 * 1024;

export interface SkillContents {
  readonly snapshot: RegistrySnapshot;
  readonly skill: Skill;
  /** In listed order. UTF-8 without byte order mark; invalid bytes replaced, line ends kept. */
  readonly texts: ReadonlyMap<string, Buffer>;
  readonly omitted: readonly OmittedFile[];
  /** Matches the snapshot: cacheable. */
  readonly isSettled: boolean;
}

interface OmittedFile {
  readonly path: string;
  readonly cause: 'too-large' | 'unreadable';
  readonly reason: string;
}

export interface SkillSection {
  readonly skill: Skill;
  readonly file: KnowledgeFile;
}

/** Throws `skill_not_found`. */
export function findSkill(snapshot: RegistrySnapshot, key: SkillKey): Skill {
  const skill = snapshot.skills.get(key);
  if (skill === undefined) throw new ApiError('skill_not_found', `Skill '${key}' not found`);
  return skill;
}

/**
 * Exact name, otherwise with `.md`. Only listed files: client input never becomes a path. Throws
 * `section_not_found`.
 */
export function findSection(skill: Skill, name: string): KnowledgeFile {
  const file = skill.files.get(name) ?? skill.files.get(`${name}.md`);
  if (file === undefined)
    throw new ApiError('section_not_found', `Section '${name}' not found in skill '${skill.key}'`);
  return file;
}

interface ReadOptions {
  readonly maxBytes?: number;
  readonly order?: (skill: Skill) => readonly string[];
}

/**
 * Consistent: if a file differs from the snapshot, rescans and retries. Names unreadable and excess files.
 * Throws `skill_not_found`, `unreadable` without any readable text, `registry_unavailable`.
 */
export async function readSkillContents(
  registry: LiveRegistry,
  key: SkillKey,
  { maxBytes = MAX_SKILL_BYTES, order = ({ contents }) => contents }: ReadOptions = {},
): Promise<SkillContents> {
  for (let refreshes = 0; ; refreshes += 1) {
    const snapshot = registry.snapshot();
    const skill = findSkill(snapshot, key);
    const { fitting, tooMuch } = fitFiles(skill, order(skill), maxBytes);
    const isLast = refreshes === MAX_REFRESHES;
    const readings = await registry.read(fitting.map((file) => readRequest(skill, file, isLast)));
    if (isLast || !readings.some(isStale)) {
      const texts = new Map<string, Buffer>();
      const omitted = [...tooMuch];
      for (const [index, file] of fitting.entries()) {
        const reading = readings[index];
        if (reading?.ok) texts.set(file.path, toUtf8(reading.bytes));
        else omitted.push(describeUnreadable(file.path, reading));
      }
      const unread = omitted[tooMuch.length];
      if (texts.size === 0 && unread !== undefined) throw cannotRead(key, unread);
      return { snapshot, skill, texts, omitted, isSettled: !isLast && unread === undefined };
    }
    await renew(registry, skill, refreshes);
  }
}

interface ReadSection extends SkillSection {
  /** As in `SkillContents`. */
  readonly text: Buffer;
  readonly isSettled: boolean;
}

/**
 * Throws `skill_not_found`, `section_not_found`, `unreadable` (also above `MAX_CONTENT_BYTES`),
 * `registry_unavailable`.
 */
export async function readSkillSection(
  registry: LiveRegistry,
  key: SkillKey,
  name: string,
): Promise<ReadSection> {
  const part = { from: 0, length: MAX_CONTENT_BYTES };
  const { skill, file, bytes, isSettled } = await readSectionPart(
    registry,
    key,
    name,
    part,
    MAX_CONTENT_BYTES,
  );
  return { skill, file, text: toUtf8(bytes), isSettled };
}

export interface SectionPart extends SkillSection {
  readonly bytes: Buffer;
  readonly stamp: FileStamp;
  readonly isSettled: boolean;
}

/** Of any size. Throws like `readSection`. */
export async function readSectionPart(
  registry: LiveRegistry,
  key: SkillKey,
  name: string,
  part: { readonly from: number; readonly length: number },
  maxSize = Number.POSITIVE_INFINITY,
): Promise<SectionPart> {
  for (let refreshes = 0; ; refreshes += 1) {
    const skill = findSkill(registry.snapshot(), key);
    const file = findSection(skill, name);
    const isLast = refreshes === MAX_REFRESHES;
    const [reading] = await registry.read([{ ...readRequest(skill, file, isLast), maxSize, ...part }]);
    if (reading?.ok) return { skill, file, bytes: reading.bytes, stamp: reading.stamp, isSettled: !isLast };
    if (isLast || reading === undefined || !isStale(reading)) {
      throw cannotRead(key, describeUnreadable(file.path, reading));
    }
    await renew(registry, skill, refreshes);
  }
}

function cannotRead(key: SkillKey, { reason }: OmittedFile): ApiError {
  return new ApiError('unreadable', `Skill '${key}' is there, but ${reason}`);
}

function fitFiles(
  skill: Skill,
  paths: readonly string[],
  maxBytes: number,
): { fitting: readonly KnowledgeFile[]; tooMuch: readonly OmittedFile[] } {
  const fitting: KnowledgeFile[] = [];
  const tooMuch: OmittedFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const file = skill.files.get(path);
    if (file === undefined) continue;
    if (bytes + file.size > maxBytes) {
      const section = `/v1/skills/${skill.key}/${path}`;
      const reason = `${path} (${file.size} bytes) is left out, since an answer holds ${maxBytes} bytes of texts: read ${section}.`;
      tooMuch.push({ path, cause: 'too-large', reason });
    } else {
      bytes += file.size;
      fitting.push(file);
    }
  }
  return { fitting, tooMuch };
}

/** @param lenient accept any stable state, for a file edited all the time */
function readRequest(skill: Skill, file: KnowledgeFile, lenient: boolean): ReadRequest {
  const { size, mtimeMs, ctimeMs, ino } = file;
  return {
    path: file.target ?? join(skill.directory, file.path),
    inside: skill.directory,
    maxSize: MAX_CONTENT_BYTES,
    ...(lenient ? {} : { stamp: { size, mtimeMs, ctimeMs, ino } }),
  };
}

function isStale(reading: FileReading): boolean {
  return !reading.ok && reading.cause !== 'unreadable' && reading.cause !== 'too-large';
}

function describeUnreadable(path: string, reading: FileReading | undefined): OmittedFile {
  const code = reading === undefined || reading.ok ? 'UNKNOWN' : reading.code;
  if (code === 'EFBIG')
    return { path, cause: 'too-large', reason: `${path} has more than ${MAX_CONTENT_BYTES} bytes.` };
  const why = code === 'TIMEOUT' ? 'the disk does not answer' : code;
  return { path, cause: 'unreadable', reason: `${path} could not be read (${why}); try again later.` };
}

function toUtf8(bytes: Buffer): Buffer {
  const text = bytes.subarray(0, 3).equals(UTF8_BOM) ? bytes.subarray(3) : bytes;
  return isUtf8(text) ? text : Buffer.from(text.toString('utf8'));
}

async function renew(registry: LiveRegistry, skill: Skill, refreshes: number): Promise<void> {
  if (refreshes > 0) await new Promise((resolve) => setTimeout(resolve, REFRESH_PAUSE_MS));
  await registry.refresh(skill);
}
