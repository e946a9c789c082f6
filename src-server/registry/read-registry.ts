import type { SkillKey } from '../contract/api/api.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { declaredHead, foldLayers } from './model/fold-layers.ts';
import { unusableIndexFile } from './model/registry-index-file.ts';
import { buildModel, type RegistryModel } from './model/registry-model.ts';
import type { ReadableFolder } from './model/skill-folder.ts';
import type { ListHead, RegistryLocation } from './registry-patch.ts';
import type { SkillRecord } from './skill-record.ts';
import { type Disk, disk as ownDisk } from './worker/disk.ts';
import { RegistryScan } from './worker/scan-registry.ts';

/** A registry as a service would first serve it, for a command that asks once. */
export interface RegistryReading extends Pick<RegistryModel, 'contents' | 'claims' | 'drafts'> {
  readonly location: RegistryLocation;
  readonly head: ListHead;
  readonly skills: ReadonlyMap<SkillKey, ReadSkill>;
  readonly general: readonly Diagnostic[];
}

export type ReadSkill = SkillRecord & ReadableFolder;

export function readRegistry(
  location: RegistryLocation,
  now = new Date(),
  disk: Disk = ownDisk,
): RegistryReading {
  const { contents: read, texts } = new RegistryScan(location, disk).scan();
  const unread = read.unreadable.find(({ path }) => path === 'index.json');
  // A command that would write the file anew must not take it for missing.
  const contents = unread === undefined ? read : { ...read, indexFile: unusableIndexFile(unread.code) };
  const model = buildModel(contents);
  const layers = [{ name: '', folder: location.root, isAdded: false, model, unavailable: undefined }];
  const skills = Array.from(foldLayers(layers).skills.values(), ({ source, key, entry, loader }) => {
    const findings = { loader, checks: [], isChecked: false };
    const own = texts.get(source.folder) ?? new Map<string, string>();
    return [key, { ...source, key, texts: own, entry, findings, tokens: undefined }] as const;
  });
  return { ...model, location, head: declaredHead(layers, now), skills: new Map(skills) };
}
