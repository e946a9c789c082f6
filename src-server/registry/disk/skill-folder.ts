import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { type JsonObjectResult, type ManifestResult, reportDeepExtension } from '../model/json-object.ts';
import { acceptSchema, listContents } from '../model/read-manifest.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { SkillFolder } from '../model/skill.ts';

export interface UnusedManifest {
  readonly ok: false;
  /** Continues "skill.json could not be read: ". */
  readonly reason: string;
  readonly isPassing: boolean;
}

interface FolderFacts
  extends Omit<SkillFolder, 'manifest' | 'isManifestBroken' | 'contents' | 'diagnostics'> {
  readonly manifest: ManifestResult | UnusedManifest;
  readonly diagnostics: readonly Diagnostic[];
}

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

function understandManifest(
  { folder, manifest }: FolderFacts,
  diagnostics: Diagnostic[],
): Pick<SkillFolder, 'manifest' | 'isManifestBroken'> {
  const file = joinRelative(folder, 'skill.json');
  if (manifest.ok) {
    for (const namespace of manifest.leftOut ?? []) diagnostics.push(reportDeepExtension(namespace, file));
    return { manifest: acceptSchema(manifest.value, file, diagnostics), isManifestBroken: false };
  }
  const { reason, isPassing = true, ok: _ok, ...place }: FailedManifest = manifest;
  diagnostics.push(
    diagnose('skill-json-invalid', `skill.json could not be read: ${reason}.`, { file, ...place }),
  );
  return { manifest: undefined, isManifestBroken: isPassing };
}

type FailedManifest = Exclude<JsonObjectResult, { ok: true }> & Partial<UnusedManifest>;
