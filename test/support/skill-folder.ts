import { parseIndexFile } from '../../src-server/registry/model/registry-index-file.ts';
import { buildModel, type RegistryModel } from '../../src-server/registry/model/registry-model.ts';
import { parseRulesFile } from '../../src-server/registry/model/rules-file.ts';
import type { ReadableFolder, RegistryContents } from '../../src-server/registry/model/skill-folder.ts';
import { manifest } from './temporary-registry.ts';

/** A skill's folder as the disk would tell it, with nothing in it but a right skill.json; `changes` replace fields. */
export function skillFolder(key: string, changes: Partial<ReadableFolder> = {}): ReadableFolder {
  return {
    folder: `skills/${key}`,
    directory: `/registry/skills/${key}`,
    manifest: manifest(key),
    manifestText: '',
    files: new Map(),
    contents: [],
    otherFiles: [],
    overviewSummary: '',
    diagnostics: [],
    placeholders: [],
    isManifestBroken: false,
    manifestMtimeMs: 1,
    ...changes,
  };
}

export interface ContentsChange extends Partial<Omit<RegistryContents, 'folders'>> {
  readonly upserted?: readonly ReadableFolder[];
  readonly removed?: readonly string[];
}

const NOTHING: RegistryContents = {
  location: { root: '/registry', skillsFolder: 'skills', layout: 'registry' },
  folders: new Map(),
  indexFile: parseIndexFile(undefined),
  rules: parseRulesFile(undefined),
  walkDiagnostics: [],
  unreadable: [],
};

/** The model of a registry that was read and then changed. */
export function modelAfter(now: Date, ...changes: readonly ContentsChange[]): RegistryModel {
  let model: RegistryModel | undefined;
  for (const { upserted = [], removed = [], ...rest } of changes) {
    const before: RegistryContents = model?.contents ?? NOTHING;
    const isSame = upserted.length + removed.length === 0;
    const folders = isSame ? before.folders : new Map(before.folders);
    if (folders instanceof Map && !isSame) {
      for (const folder of removed) folders.delete(folder);
      for (const source of upserted) folders.set(source.folder, source);
    }
    model = buildModel({ ...before, folders, ...rest }, { now, before: model });
  }
  if (model === undefined) throw new Error('Nothing was read.');
  return model;
}
