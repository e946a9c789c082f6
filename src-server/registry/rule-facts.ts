import { join } from 'node:path';
import type { IndexEntryFacts } from '../validation/check-registry.ts';
import type { CheckedSkill, FileFact } from '../validation/checked-skill.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { createDiskDoor, type ReadRequest } from './disk/disk-door.ts';
import { MAX_INDEX_BYTES } from './disk/index-file-look.ts';
import type { RegistrySnapshot } from './model/registry-snapshot.ts';
import { MAX_CONTENT_BYTES, type Skill } from './model/skill.ts';

const door = createDiskDoor();

/** A skill as the rules see it: its knowledge files, texts read from disk when a rule asks. */
export function skillFacts(skill: Skill): CheckedSkill {
  return {
    key: skill.key,
    folder: skill.folder,
    manifest: skill.manifest,
    files: [...skill.files.values()],
    readText: (path) => readText(skill, path),
  };
}

/** The same with the folder's other files too, which are not served but may be meant to be. */
export function allSkillFacts(skill: Skill): CheckedSkill {
  return { ...skillFacts(skill), files: [...skill.files.values(), ...otherFiles(skill)] };
}

/** The entries of index.json as the rules see them, each with the skill that it names by key or by folder. */
export function indexEntryFacts({ indexFile, skills, location }: RegistrySnapshot): IndexEntryFacts[] {
  const below = location.skillsFolder === '' ? '' : `${location.skillsFolder}/`;
  const byFolder = new Map([...skills.values()].map((skill) => [skill.folder, skill] as const));
  return (indexFile.index?.entries ?? []).map((entry) => ({
    ...entry,
    skill: skills.get(entry.key) ?? byFolder.get(`${below}${entry.key}`),
  }));
}

/** The text of a file of a registry, by its path relative to the root; undefined where it can't be read. */
export function readRegistryText(root: string, path: string): string | undefined {
  return readWhole({ path: join(root, path), inside: root, maxSize: MAX_INDEX_BYTES });
}

/** What a rule reads may have changed or gone meanwhile; then there is nothing to say about it. */
function readText(skill: Skill, path: string): string | undefined {
  const inside = skill.directory;
  if (path === MANIFEST_FILE)
    return readWhole({ path: join(inside, path), inside, maxSize: MAX_INDEX_BYTES });
  const file = skill.files.get(path);
  if (file === undefined) return undefined;
  const real = file.target ?? join(inside, path);
  return readWhole({ path: real, inside, stamp: file, maxSize: MAX_CONTENT_BYTES });
}

function readWhole(request: ReadRequest): string | undefined {
  const read = door.read(request);
  return read.ok ? read.bytes.toString('utf8').replace(/^\uFEFF/, '') : undefined;
}

function otherFiles(skill: Skill): FileFact[] {
  try {
    return (door.list(skill.directory)?.items ?? [])
      .filter(({ kind, name }) => kind === 'file' && name !== MANIFEST_FILE && !name.startsWith('.'))
      .filter(({ name }) => !skill.files.has(name))
      .map(({ name }) => ({ path: name, size: 0 }));
  } catch {
    return [];
  }
}
