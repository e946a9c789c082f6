import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import type { JsonObjectResult } from '../model/json-object.ts';
import { acceptSchema, listContents } from '../model/read-manifest.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { SkillFolder } from '../model/skill.ts';

/** A skill.json that isn't looked into. */
export interface UnusedManifest {
  readonly ok: false;
  /** What follows on "skill.json could not be read: ". */
  readonly reason: string;
  /** It is likely being written. */
  readonly isPassing: boolean;
}

/** A folder as its files say, before skill.json is understood. */
export interface FolderFacts
  extends Omit<SkillFolder, 'manifest' | 'isManifestBroken' | 'contents' | 'diagnostics'> {
  readonly manifest: JsonObjectResult | UnusedManifest;
  /** About the listing of the folder. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a folder holds. */
export function toSkillFolder(facts: FolderFacts): SkillFolder {
  const { folder, files, known, overviewSummary, ...rest } = facts;
  const diagnostics: Diagnostic[] = [...facts.diagnostics];
  const { manifest, isManifestBroken } = understandManifest(facts, diagnostics);
  return {
    ...rest,
    folder,
    files,
    manifest,
    isManifestBroken,
    contents: manifest === undefined ? [] : listContents(manifest, folder, files, diagnostics),
    overviewSummary: manifest === undefined ? '' : overviewSummary,
    diagnostics,
    ...(known !== undefined && manifest !== undefined && { known }),
  };
}

/** A text that is no JSON object is likely being written. */
function understandManifest(
  { folder, manifest }: FolderFacts,
  diagnostics: Diagnostic[],
): Pick<SkillFolder, 'manifest' | 'isManifestBroken'> {
  const file = joinRelative(folder, 'skill.json');
  if (manifest.ok)
    return { manifest: acceptSchema(manifest.value, file, diagnostics), isManifestBroken: false };
  const { reason, isPassing = true, ok: _ok, ...place }: FailedManifest = manifest;
  diagnostics.push(
    diagnose('skill-json-invalid', `skill.json could not be read: ${reason}.`, { file, ...place }),
  );
  return { manifest: undefined, isManifestBroken: isPassing };
}

type FailedManifest = Exclude<JsonObjectResult, { ok: true }> & Partial<UnusedManifest>;
