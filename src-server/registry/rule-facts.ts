import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexEntryFacts } from '../validation/check-registry.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import type { FileFact, SkillFacts } from '../validation/skill-facts.ts';
import type { RegistrySnapshot } from './model/registry-snapshot.ts';
import { MAX_CONTENT_BYTES, type Skill } from './model/skill.ts';

/** A skill as the rules see it: its knowledge files, texts read from disk when a rule asks. */
export function skillFacts(skill: Skill): SkillFacts {
  return {
    key: skill.key,
    folder: skill.folder,
    manifest: skill.manifest,
    files: [...skill.files.values()],
    readText: (path) => readText(skill, path),
  };
}

/** The same with the folder's other files too, which are not served but may be meant to be. */
export function allSkillFacts(skill: Skill): SkillFacts {
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

/** What a rule reads may have changed or gone meanwhile; then there is nothing to say about it. */
function readText(skill: Skill, path: string): string | undefined {
  const file = skill.files.get(path);
  if (file === undefined && path !== MANIFEST_FILE) return undefined;
  if (file !== undefined && file.size > MAX_CONTENT_BYTES) return undefined;
  return readIfThere(file?.target ?? join(skill.directory, path));
}

/** A file's text without a byte order mark; undefined where it can't be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}

function otherFiles(skill: Skill): FileFact[] {
  let items: readonly Dirent[];
  try {
    items = readdirSync(skill.directory, { withFileTypes: true });
  } catch {
    return [];
  }
  return items
    .filter((item) => item.isFile() && item.name !== MANIFEST_FILE && !item.name.startsWith('.'))
    .filter((item) => !skill.files.has(item.name))
    .map((item) => ({ path: item.name, size: 0 }));
}
