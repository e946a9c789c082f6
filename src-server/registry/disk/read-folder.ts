import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import type { FolderDelta } from '../model/folder-delta.ts';
import { type JsonObjectResult, parseJsonObject } from '../model/json-object.ts';
import { acceptSchema, listContents } from '../model/read-manifest.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { SkillFolder } from '../model/skill.ts';

/**
 * A skill's folder as it was read, before anybody made sense of its skill.json: that is done where the skill is served,
 * while the next folders are read here.
 */
export interface ReadFolder
  extends Omit<SkillFolder, 'manifest' | 'isManifestBroken' | 'contents' | 'diagnostics'> {
  /** The JSON of skill.json, or why it isn't used. */
  readonly manifest: Uint8Array | UnusedManifest;
  /** About the listing of the folder. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A skill.json that isn't looked into. */
export interface UnusedManifest {
  /** What follows on "skill.json could not be read: ". */
  readonly reason: string;
  /** It is likely being written. */
  readonly isPassing: boolean;
}

/** What became different on disk, as it was read. */
export type ReadDelta = FolderDelta<ReadFolder>;

/** The delta with what its folders hold. */
export function toFolderDelta(read: ReadDelta): FolderDelta {
  return { ...read, upserted: read.upserted.map(toSkillFolder) };
}

/** What a folder holds that was read. */
export function toSkillFolder(read: ReadFolder): SkillFolder {
  const { folder, files, known } = read;
  const diagnostics: Diagnostic[] = [...read.diagnostics];
  const { manifest, isManifestBroken } = understandManifest(read, diagnostics);
  const common = {
    folder,
    directory: read.directory,
    manifest,
    manifestBytes: read.manifestBytes,
    manifestMtimeMs: read.manifestMtimeMs,
    isManifestBroken,
    files,
    otherMarkdown: read.otherMarkdown,
    contents: manifest === undefined ? [] : listContents(manifest, folder, files, diagnostics),
    overviewSummary: manifest === undefined ? '' : read.overviewSummary,
    diagnostics,
    unwritten: read.unwritten,
    fingerprint: read.fingerprint,
  };
  return known === undefined || manifest === undefined ? common : { ...common, known };
}

/** A text that is no JSON object is likely being written. */
function understandManifest(
  { folder, manifest }: ReadFolder,
  diagnostics: Diagnostic[],
): Pick<SkillFolder, 'manifest' | 'isManifestBroken'> {
  const file = joinRelative(folder, 'skill.json');
  const parsed =
    manifest instanceof Uint8Array
      ? parseManifest(manifest)
      : { ok: false as const, reason: manifest.reason };
  if (parsed.ok) return { manifest: acceptSchema(parsed.value, file, diagnostics), isManifestBroken: false };
  const { reason, ok: _ok, ...place } = parsed;
  diagnostics.push(
    diagnose('skill-json-invalid', `skill.json could not be read: ${reason}.`, { file, ...place }),
  );
  return { manifest: undefined, isManifestBroken: manifest instanceof Uint8Array || manifest.isPassing };
}

/** What the bytes of a skill.json say. */
export function parseManifest(bytes: Uint8Array): JsonObjectResult {
  return parseJsonObject(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
}
