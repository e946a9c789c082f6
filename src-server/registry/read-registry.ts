import type { SkillKey } from '../contract/api/api.ts';
import type { SkillClaim } from './model/assign-keys.ts';
import { unusableIndexFile } from './model/registry-index-file.ts';
import { buildModel, type ModelSkill, type RegistryModel } from './model/registry-model.ts';
import type { RegistryLocation } from './registry-patch.ts';
import type { SkillRecord } from './skill-record.ts';
import { type Disk, disk as ownDisk } from './worker/disk.ts';
import { RegistryScan } from './worker/scan-registry.ts';

/** A registry as a service would first serve it, for a command that asks once. */
export interface RegistryReading extends Omit<RegistryModel, 'skills'> {
  readonly location: RegistryLocation;
  readonly skills: ReadonlyMap<SkillKey, ReadSkill>;
  readonly drafts: readonly SkillClaim[];
}

/** Not checked yet. */
export interface ReadSkill extends SkillRecord {
  /** Resolved, absolute. */
  readonly directory: string;
  readonly otherFiles: readonly string[];
}

/** Scans and reads on this thread. */
export function readRegistry(
  location: RegistryLocation,
  now = new Date(),
  disk: Disk = ownDisk,
): RegistryReading {
  const { contents: read, texts } = new RegistryScan(location, disk).scan();
  const unread = read.unreadable.find(({ path }) => path === 'index.json');
  // A command that would write the file anew must not take it for missing.
  const contents = unread === undefined ? read : { ...read, indexFile: unusableIndexFile(unread.code) };
  const model = buildModel(contents, { now });
  const skills = Array.from(
    model.skills,
    ([key, skill]) => [key, recordOf(skill, texts.get(skill.source.folder))] as const,
  );
  const drafts = [...model.claims.values()].filter(({ kind }) => kind === 'draft') as SkillClaim[];
  return { ...model, location, skills: new Map(skills), drafts };
}

function recordOf(
  { key, source, entry, loader, rules }: ModelSkill,
  texts: ReadonlyMap<string, string> = new Map(),
): ReadSkill {
  const findings = { loader, rules, checks: [], isChecked: false };
  return { ...source, key, texts, entry, findings, tokens: undefined };
}
