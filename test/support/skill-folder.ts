import { declaredHead, LayerFold, nextHead } from '../../src-server/registry/fold-layers.ts';
import { parseIndexFile, parseRulesFile } from '../../src-server/registry/index-json.ts';
import { RegistryModel } from '../../src-server/registry/registry-model.ts';
import type { ReadableFolder, RegistryContents } from '../../src-server/registry/skill-folder.ts';
import type { ListHead } from '../../src-server/registry/worker-messages.ts';
import { manifest } from './temporary-registry.ts';

/** A skill's folder as the disk would tell it, with nothing in it but a right skill.json; `changes` replace fields. */
export function skillFolder(key: string, changes: Partial<ReadableFolder> = {}): ReadableFolder {
  return {
    folder: `skills/${key}`,
    manifest: manifest(key),
    manifestText: '',
    files: new Map(),
    contentPaths: [],
    otherFiles: [],
    overviewSummary: '',
    diagnostics: [],
    placeholders: [],
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

export type ServedModel = LayerFold['state'] & Pick<LayerFold, 'skills'> & { readonly head: ListHead };

/** What is served of a registry that was read and then changed. */
export function modelAfter(now: Date, ...changes: readonly ContentsChange[]): ServedModel {
  const model = new RegistryModel();
  const fold = new LayerFold();
  const layers = [{ name: 'one', folder: '/registry', isAdded: false, model, unavailable: undefined }];
  let contents = NOTHING;
  let head: ListHead | undefined;
  for (const { upserted = [], removed = [], ...rest } of changes) {
    const folders = new Map(contents.folders);
    for (const folder of removed) folders.delete(folder);
    for (const source of upserted) folders.set(source.folder, source);
    contents = { ...contents, folders, ...rest };
    const changed = [...removed, ...upserted.map(({ folder }) => folder)];
    fold.update(layers, model.update(contents, changed));
    head = head === undefined ? declaredHead(layers, now) : nextHead(head, layers, now);
  }
  if (head === undefined) throw new Error('Nothing was read.');
  return { ...fold.state, skills: fold.skills, head };
}
