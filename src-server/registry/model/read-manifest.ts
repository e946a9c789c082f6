import { PRIORITIES } from '../../contract/api/api.ts';
import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import { STANDARD_FILES, standardPriority } from '../../contract/api/standard-files.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { isFolderMarkdown, isKnowledgeFile, relativePath } from '../../validation/knowledge-files.ts';
import { isMinorSchema, isReadableSchema, reportMinor, SCHEMA_NAME } from '../../validation/schema-name.ts';
import { shortJson } from '../../validation/truncate.ts';
import type { KnowledgeFile } from '../skill-record.ts';
import type { ManifestResult } from './json-object.ts';
import { reportDeepExtension } from './json-object.ts';
import { joinRelative } from './relative-path.ts';
import { standardRank } from './served-fields.ts';
import type { SkillFolder } from './skill-folder.ts';

/** Undefined if unreadable, or of another major version. */
export function acceptManifest(
  manifest: ManifestResult,
  folder: string,
  diagnostics: Diagnostic[],
): JsonObject | undefined {
  const file = joinRelative(folder, MANIFEST_FILE);
  if (manifest.ok) {
    for (const namespace of manifest.leftOut ?? []) diagnostics.push(reportDeepExtension(namespace, file));
    return acceptSchema(manifest.value, file, diagnostics);
  }
  const { reason, line, column } = manifest;
  const place = { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
  diagnostics.push(diagnose('skill-json-invalid', `skill.json could not be read: ${reason}.`, place));
  return undefined;
}

/** Undefined for another major version. Reports other spellings. */
function acceptSchema(manifest: JsonObject, file: string, diagnostics: Diagnostic[]): JsonObject | undefined {
  const { schema } = manifest;
  const place = { file, pointer: '/schema' };
  if (schema === undefined) {
    diagnostics.push(diagnose('schema-missing', 'skill.json names no schema.', { file }));
  } else if (!isReadableSchema(schema)) {
    const message = `The schema is ${JSON.stringify(schema)}; only skills/v1 is served.`;
    diagnostics.push(diagnose('schema-unsupported', message, place));
    return undefined;
  } else if (isMinorSchema(schema)) {
    if (schema !== SCHEMA_NAME) diagnostics.push(reportMinor(schema, file));
  } else {
    diagnostics.push(diagnose('schema-alias', `The schema is called "${schema}".`, place));
  }
  return manifest;
}

export function listContents(
  manifest: JsonObject,
  folder: string,
  files: ReadonlyMap<string, KnowledgeFile>,
  diagnostics: Diagnostic[],
): readonly string[] {
  const declared = listedPaths(manifest);
  const listed = declared.length > 0 ? withRequired(declared, files) : unlistedFiles(files);
  const contents = new Set<string>();
  for (const { path, pointer } of listed) {
    const file = files.get(path);
    if (file === undefined) {
      const place = { file: joinRelative(folder, 'skill.json'), pointer };
      diagnostics.push(
        isKnowledgeFile(path)
          ? diagnose('file-missing', `${path} is listed but missing.`, {
              ...place,
              value: shortJson(path),
            })
          : diagnose('file-not-servable', `${path} is listed but is no knowledge file.`, place),
      );
    } else if (file.unread === undefined) {
      contents.add(path);
    }
  }
  return [...contents];
}

interface ListedPath {
  readonly path: string;
  readonly priority: string;
  readonly pointer: string;
}

function withRequired(
  declared: readonly ListedPath[],
  files: ReadonlyMap<string, KnowledgeFile>,
): readonly ListedPath[] {
  const named = new Set(declared.map(({ path }) => path));
  const unlisted = STANDARD_FILES.P0.filter((path) => files.has(path) && !named.has(path));
  const behindP0 = declared.findLastIndex(({ priority }) => priority === 'P0') + 1;
  return declared.toSpliced(behindP0, 0, ...unlisted.map((path) => ({ path, priority: 'P0', pointer: '' })));
}

function unlistedFiles(files: ReadonlyMap<string, KnowledgeFile>): readonly ListedPath[] {
  const paths = [...files.keys()].sort((a, b) => standardRank(a) - standardRank(b));
  return paths.map((path) => ({ path, priority: standardPriority(path) ?? 'P3', pointer: '' }));
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

/**
 * The last valid manifest while skill.json is broken, likely being written.
 *
 * @param before the folder as last served
 */
export function withLastManifest(before: SkillFolder | undefined, now: SkillFolder): SkillFolder {
  const manifest = before?.manifest;
  if (!now.isManifestBroken || before === undefined || manifest === undefined) return now;
  const diagnostics = now.diagnostics.map((item) =>
    item.code === 'skill-json-invalid'
      ? { ...item, message: `${item.message} The last good version is still served.` }
      : item,
  );
  const contents = listContents(manifest, now.folder, now.files, diagnostics);
  const manifestFile = joinRelative(now.folder, 'skill.json');
  const placeholders = [
    ...before.placeholders.filter(({ file }) => file === manifestFile),
    ...now.placeholders,
  ];
  return { ...now, manifest, contents, diagnostics, placeholders, overviewSummary: before.overviewSummary };
}
