import type { SkillKey } from '../contract/api/api.ts';
import type { ChangedFile, RegistryUpdate } from '../contract/service/registry-work.ts';
import { MAX_UPDATE_KEYS } from '../contract/words/changed-count.ts';
import type { CopyFacts } from './copy.ts';

export interface ChangedSkill {
  readonly key: SkillKey;
  readonly files: readonly ChangedFile[];
}

const RISKS: readonly (string | null)[] = [null, 'low', 'medium', 'high'];

/** Skills with changed files or risk. */
export function compareCopies(
  before: CopyFacts,
  after: CopyFacts,
): Omit<RegistryUpdate, 'rewritten'> & { readonly skills: readonly ChangedSkill[] } {
  const [old, now] = [filesBySkill(before), filesBySkill(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  const skills = keys
    .map((key) => ({ key, files: compareFiles(old.get(key), now.get(key)) }))
    .filter(({ key, files }) => files.length > 0 || riskOf(before, key) !== riskOf(after, key));
  const changed = skills.map(({ key }) => key);
  return {
    commit: after.commit,
    added: changed.filter((key) => !old.has(key)),
    changed: changed.filter((key) => old.has(key) && now.has(key)),
    removed: changed.filter((key) => !now.has(key)),
    risk_raised: changed.filter(
      (key) => old.has(key) && now.has(key) && riskOf(after, key) > riskOf(before, key),
    ),
    skills,
  };
}

export function updateBetween(before: CopyFacts, after: CopyFacts): Omit<RegistryUpdate, 'rewritten'> {
  const { commit, added, changed, removed, risk_raised } = compareCopies(before, after);
  const first = (keys: readonly SkillKey[]) => keys.slice(0, MAX_UPDATE_KEYS);
  return {
    commit,
    ...{ added: first(added), changed: first(changed), removed: first(removed) },
    risk_raised: first(risk_raised),
  };
}

type Files = ReadonlyMap<string, string>;

function filesBySkill({ skills, files }: CopyFacts): ReadonlyMap<SkillKey, Files> {
  const found = new Map(Object.keys(skills).map((key) => [key, new Map<string, string>()]));
  const keys = new Map(Object.entries(skills).map(([key, { folder }]) => [folder, key]));
  for (const [path, id] of Object.entries(files)) {
    const folder = folderAround(path, keys);
    if (folder === undefined) continue;
    found.get(keys.get(folder) ?? '')?.set(folder === '' ? path : path.slice(folder.length + 1), id);
  }
  return found;
}

function folderAround(path: string, keys: ReadonlyMap<string, SkillKey>): string | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (keys.has(path.slice(0, end))) return path.slice(0, end);
  return keys.has('') ? '' : undefined;
}

function compareFiles(before: Files = new Map(), after: Files = new Map()): readonly ChangedFile[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({
      path,
      change: before.has(path) ? (after.has(path) ? 'changed' : 'removed') : 'added',
    }));
}

function riskOf({ skills }: CopyFacts, key: SkillKey): number {
  return RISKS.indexOf(skills[key]?.risk ?? null);
}
