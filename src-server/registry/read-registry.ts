import type { RegistryIndex, SkillKey } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { withheldReason } from '../validation/rules/withheld.ts';
import { declaredHead, LayerFold } from './fold-layers.ts';
import { unusableIndexFile } from './index-json.ts';
import { RegistryModel } from './registry-model.ts';
import type { ReadableFolder } from './skill-folder.ts';
import type { SkillRecord } from './skill-record.ts';
import { listedEntry, type SkillCounts, skillCounts } from './snapshot.ts';
import { type Disk, disk as ownDisk } from './worker/disk.ts';
import { RegistryScan, type ScanResult } from './worker/scan.ts';
import { WatchedLayer } from './worker/watched-layer.ts';
import type { LayerFolder, ListHead, RegistryLocation } from './worker-messages.ts';

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
  const { contents: read, texts } = scanOnce(location, disk);
  const unread = read.unreadable.find(({ path }) => path === 'index.json');
  // A command that would write the file anew must not take it for missing.
  const contents = unread === undefined ? read : { ...read, indexFile: unusableIndexFile(unread.code) };
  const model = new RegistryModel();
  model.update(contents, contents.folders.keys());
  const layers = [{ name: '', folder: location.root, isAdded: false, model, unavailable: undefined }];
  const folded = new LayerFold().update(layers, undefined).changed;
  const skills = folded.map(({ source, key, entry, reading }) => {
    const findings = { reading, checks: [], isChecked: false };
    const own = texts.get(source.folder) ?? new Map<string, string>();
    const withheld = withheldReason(key, source, own);
    return [key, { ...source, key, texts: own, entry, findings, withheld, tokens: undefined }] as const;
  });
  const { claims, drafts, general } = model;
  const head = declaredHead(layers, now);
  return { contents, claims, drafts, general, location, head, skills: new Map(skills) };
}

/** Scans everything, and again if the folder is replaced meanwhile. */
function scanOnce(location: RegistryLocation, disk: Disk): ScanResult {
  const scanned = new RegistryScan(location, { disk }).scan() ?? new RegistryScan(location, { disk }).scan();
  if (scanned === undefined) throw new Error(`${location.root} is being replaced. Try again.`);
  return scanned;
}

/** The list of some layers as a service would first serve it. */
export interface LayersReading {
  readonly index: RegistryIndex;
  readonly counts: SkillCounts;
  /** The folders of the layers, the upper first, links followed. */
  readonly roots: readonly string[];
}

/**
 * Reads the list of layers once and on this thread, without what find needs: a thread that counts and splits texts takes
 * several times as long. Throws the reason if no layer can be read.
 */
export function readList(folders: readonly LayerFolder[], now = new Date()): LayersReading {
  const watched = folders.map((folder) => {
    const layer = new WatchedLayer(folder, {
      disk: ownDisk,
      watch: 'off',
      onChange: () => {},
      isForList: true,
    });
    layer.scan(true);
    // The folder may have been replaced meanwhile.
    if (layer.layer.model === undefined) layer.scan(true);
    return layer;
  });
  const layers = watched.map(({ layer }) => layer);
  if (layers.every(({ model }) => model === undefined))
    throw new Error(layers[0]?.unavailable ?? 'The registry is being replaced. Try again.');
  const fold = new LayerFold(true);
  const { changed } = fold.update(layers, undefined);
  let files = 0;
  let withheldSkills = 0;
  const entries = changed.map(({ key, source, entry, registry }) => {
    const of = watched.find(({ layer }) => registry === undefined || layer.name === registry);
    const withheld = withheldReason(key, source, of?.keepTexts(source.folder) ?? new Map());
    files += source.files.size;
    if (withheld !== undefined) withheldSkills += 1;
    return listedEntry({ entry, withheld });
  });
  const sums = { skills: entries.length, files, withheld: withheldSkills };
  return {
    index: { ...declaredHead(layers, now), skills: entries },
    counts: skillCounts(sums, fold.unserved),
    roots: layers.map(({ folder, model }) => model?.contents.location.root ?? folder),
  };
}
