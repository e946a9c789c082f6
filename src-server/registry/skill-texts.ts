import { isUtf8 } from 'node:buffer';
import { constants, promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SkillKey } from '../contract/api.ts';
import { ApiError } from '../contract/error-codes.ts';
import { READ_WITHOUT_WAITING } from './disk/quiet-fs.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { RegistrySnapshot } from './model/registry-snapshot.ts';
import type { KnowledgeFile, Skill } from './model/skill.ts';

/** A file that doesn't fit the snapshot is looked up in a newer one this often. */
const MAX_REFRESHES = 8;
const REFRESH_PAUSE_MS = 20;
const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export interface SkillContents {
  readonly snapshot: RegistrySnapshot;
  readonly skill: Skill;
  /** By path, in the order of skill.json. UTF-8 without a byte order mark, invalid bytes replaced, line ends kept. */
  readonly texts: ReadonlyMap<string, Buffer>;
}

export interface SkillSection {
  readonly skill: Skill;
  readonly file: KnowledgeFile;
}

/** The skill of a key. Throws `skill_not_found`. */
export function findSkill(snapshot: RegistrySnapshot, key: SkillKey): Skill {
  const skill = snapshot.skills.get(key);
  if (skill === undefined) throw new ApiError('skill_not_found', `Skill '${key}' not found`);
  return skill;
}

/**
 * The file that a section's name means: that very path, else the path with `.md`. Names are looked up among the files
 * that were found on disk, so an outside string never becomes a path. Throws `section_not_found`.
 */
export function findSection(skill: Skill, name: string): KnowledgeFile {
  const file = skill.files.get(name) ?? skill.files.get(`${name}.md`);
  if (file === undefined)
    throw new ApiError('section_not_found', `Section '${name}' not found in skill '${skill.key}'`);
  return file;
}

/**
 * The texts that belong to a skill's answer, all of one state: where a file on disk differs from the snapshot, the
 * snapshot is renewed first. Throws `skill_not_found`, `registry_unavailable`.
 */
export async function readSkillContents(registry: LiveRegistry, key: SkillKey): Promise<SkillContents> {
  for (let refreshes = 0; ; refreshes += 1) {
    const snapshot = registry.snapshot();
    const skill = findSkill(snapshot, key);
    const lenient = refreshes === MAX_REFRESHES;
    const texts = await readAll(skill, lenient);
    if (texts !== undefined) return { snapshot, skill, texts };
    await renew(registry, skill, refreshes);
  }
}

/** The text of one section. Throws `skill_not_found`, `section_not_found`, `registry_unavailable`. */
export async function readSection(
  registry: LiveRegistry,
  key: SkillKey,
  name: string,
): Promise<SkillSection & { text: Buffer }> {
  for (let refreshes = 0; ; refreshes += 1) {
    const skill = findSkill(registry.snapshot(), key);
    const file = findSection(skill, name);
    const text = await readText(skill, file, refreshes === MAX_REFRESHES);
    if (text !== undefined) return { skill, file, text };
    await renew(registry, skill, refreshes);
  }
}

/** An open handle on a section, for one that is too large to hold; the caller closes it. Throws as `readSection` does. */
export async function openSection(
  registry: LiveRegistry,
  key: SkillKey,
  name: string,
): Promise<SkillSection & { handle: fs.FileHandle }> {
  for (let refreshes = 0; ; refreshes += 1) {
    const skill = findSkill(registry.snapshot(), key);
    const file = findSection(skill, name);
    const handle = await openFile(skill, file);
    const stats = await handle?.stat();
    if (handle !== undefined && stats?.isFile() && isSame(stats, file)) return { skill, file, handle };
    await handle?.close();
    await renew(registry, skill, refreshes);
  }
}

async function readAll(skill: Skill, lenient: boolean): Promise<Map<string, Buffer> | undefined> {
  const files = skill.contents.flatMap((path) => skill.files.get(path) ?? []);
  const texts = await Promise.all(files.map((file) => readText(skill, file, lenient)));
  const byPath = new Map<string, Buffer>();
  for (const [index, file] of files.entries()) {
    const text = texts[index];
    if (text !== undefined) byPath.set(file.path, text);
    else if (!lenient) return undefined;
  }
  return byPath;
}

/**
 * Reads a file that is exactly as the snapshot says, before and after reading; undefined where it isn't.
 *
 * @param lenient any state will do as long as it didn't change while it was read: for a file that never rests
 */
async function readText(skill: Skill, file: KnowledgeFile, lenient: boolean): Promise<Buffer | undefined> {
  const handle = await openFile(skill, file);
  if (handle === undefined) return undefined;
  try {
    const before = await handle.stat();
    if (!before.isFile() || (!lenient && !isSame(before, file))) return undefined;
    const bytes = await handle.readFile();
    return isSame(await handle.stat(), before) && bytes.length === before.size ? toUtf8(bytes) : undefined;
  } finally {
    await handle.close();
  }
}

/** Opens a file without waiting for a pipe's writer, and without following a link that came in its place. */
export function openFile(skill: Skill, file: KnowledgeFile): Promise<fs.FileHandle | undefined> {
  const flags = READ_WITHOUT_WAITING | (file.target === undefined ? (constants.O_NOFOLLOW ?? 0) : 0);
  return fs.open(filePath(skill, file), flags).catch(() => undefined);
}

/** Absolute path of a file of a skill: its folder and a path that was found there. */
export function filePath(skill: Skill, file: KnowledgeFile): string {
  return file.target ?? join(skill.directory, file.path);
}

function isSame(a: { size: number; mtimeMs: number }, b: { size: number; mtimeMs: number }): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

function toUtf8(bytes: Buffer): Buffer {
  const text = bytes.subarray(0, 3).equals(UTF8_BOM) ? bytes.subarray(3) : bytes;
  return isUtf8(text) ? text : Buffer.from(text.toString('utf8'));
}

/** Looks at the skill's folder again. Throws `internal` when that was done often enough. */
async function renew(registry: LiveRegistry, skill: Skill, refreshes: number): Promise<void> {
  if (refreshes >= MAX_REFRESHES)
    throw new ApiError('internal', `A file of '${skill.key}' could not be read.`);
  if (refreshes > 0) await new Promise((resolve) => setTimeout(resolve, REFRESH_PAUSE_MS));
  await registry.refresh(skill);
}
