import { isJsonObject, type JsonObject, PRIORITIES, STANDARD_FILES } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { isFolderMarkdown, isKnowledgeFile, relativePath } from '../../validation/files.ts';
import { MANIFEST_FILE, shortJson } from '../../validation/finding.ts';
import { joinRelative } from '../paths.ts';
import type { KnowledgeFile } from '../skill-record.ts';
import { type ManifestResult, reportDeepExtension } from './json-object.ts';
import { acceptSchema } from './registry-index-file.ts';
import { standardRank } from './served-fields.ts';

export function acceptManifest(
  manifest: ManifestResult,
  folder: string,
  diagnostics: Diagnostic[],
): JsonObject | undefined {
  const file = joinRelative(folder, MANIFEST_FILE);
  if (manifest.ok) {
    for (const namespace of manifest.leftOut ?? []) diagnostics.push(reportDeepExtension(namespace, file));
    return acceptSchema(manifest.value['schema'], file, diagnostics) ? manifest.value : undefined;
  }
  const { reason, ok: _ok, ...place } = manifest;
  const message = `skill.json could not be read: ${reason}.`;
  diagnostics.push(diagnose('skill-json-invalid', message, { file, ...place }));
  return undefined;
}

/** Paths of `_contents`: those that skill.json lists and the required ones, or all if it lists none. */
export function listContents(
  manifest: JsonObject,
  folder: string,
  files: ReadonlyMap<string, KnowledgeFile>,
  diagnostics: Diagnostic[],
): readonly string[] {
  const listed = listedPaths(manifest);
  for (const { path, pointer } of listed) {
    if (files.has(path)) continue;
    const place = { file: joinRelative(folder, MANIFEST_FILE), pointer };
    diagnostics.push(
      isKnowledgeFile(path)
        ? diagnose('file-missing', `${path} is listed but missing.`, { ...place, value: shortJson(path) })
        : diagnose('file-not-servable', `${path} is listed but is no knowledge file.`, place),
    );
  }
  const isFirst = ({ priority }: ListedPath) => priority === 'P0';
  const behindP0 = listed.findLastIndex(isFirst) + 1;
  const paths = listed.map(({ path }) => path);
  const contents =
    listed.length > 0
      ? [...paths.slice(0, behindP0), ...STANDARD_FILES.P0.filter((path) => !paths.includes(path)), ...paths]
      : [...files.keys()].sort((a, b) => standardRank(a) - standardRank(b));
  return [...new Set(contents)].filter((path) => files.has(path) && files.get(path)?.unread === undefined);
}

interface ListedPath {
  readonly path: string;
  readonly priority: string;
  readonly pointer: string;
}

export function listedPaths(manifest: JsonObject): readonly ListedPath[] {
  const { files } = manifest;
  if (!isJsonObject(files)) return [];
  const others = Object.keys(files).filter((key) => !(PRIORITIES as readonly string[]).includes(key));
  return [...PRIORITIES, ...others].flatMap((priority) => {
    const paths = files[priority];
    if (!Array.isArray(paths)) return [];
    return paths.flatMap((path: unknown, index) =>
      typeof path === 'string'
        ? [{ path: relativePath(path), priority, pointer: `/files/${priority}/${index}` }]
        : [],
    );
  });
}

export function listedInFolders(manifest: JsonObject): readonly string[] {
  const paths = listedPaths(manifest).map(({ path }) => path);
  return [...new Set(paths)].filter(isFolderMarkdown).sort();
}
