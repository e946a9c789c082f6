import type { SkillKey } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { compareText } from '../../contract/words.ts';
import { describeDraft } from '../../validation/files.ts';
import { joinRelative, parentOf } from '../paths.ts';
import type { ReadableFolder, SkillFolder } from './skill-folder.ts';
import { fitsKey, keyOfManifest, parseSkillKey } from './skill-key.ts';

export interface Claim {
  readonly source: SkillFolder;
  readonly kind: 'skill' | 'draft' | 'unserved';
  readonly key: SkillKey | undefined;
  readonly isFromPath: boolean;
  readonly findings: readonly Diagnostic[];
}

export type SkillClaim = Claim & { readonly source: ReadableFolder; readonly key: SkillKey };

/**
 * Path below the skills folder if `language/author/name`, otherwise skill.json's key.
 *
 * @param outer skill that the folder lies in
 */
export function claimKey(source: SkillFolder, skillsFolder: string, outer: string | undefined): Claim {
  const { manifest, folder, placeholders } = source;
  const path = pathBelow(skillsFolder, folder);
  const key = keyOfFolder(source, skillsFolder);
  const isFromPath = key === path;
  const findings = source.diagnostics.map((item) => (key === undefined ? item : { ...item, skillKey: key }));
  const claim = { source, key, isFromPath, findings };
  if (manifest === undefined) return { ...claim, kind: 'unserved' };
  const file = joinRelative(folder, 'skill.json');
  if (key === undefined) {
    const message = `${folder === '' ? 'The folder' : folder} is not language/author/name, and skill.json's language and repo make no key.`;
    findings.push(diagnose('key-underivable', message, { file }));
    return { ...claim, kind: 'unserved' };
  }
  const place = { skillKey: key, file };
  if (!isFromPath && path !== '') {
    findings.push(diagnose('key-from-manifest', `The folder is ${folder}, the key ${key}.`, place));
  } else if (isFromPath && !fitsKey(key, manifest)) {
    const ownKey = keyOfManifest(manifest);
    findings.push(diagnose('key-mismatch', `The folder says ${key}, skill.json says ${ownKey}.`, place));
  }
  if (outer !== undefined)
    findings.push(diagnose('skill-nested', `${folder} lies inside the skill ${outer}.`, place));
  if (placeholders.length === 0) return { ...claim, kind: 'skill' };
  const ofDraft = [
    // Templates list files that the author may delete; the file list is checked once the draft is finished.
    ...findings.filter(({ code }) => code !== 'file-missing'),
    diagnose('skill-draft', describeDraft(placeholders.length), place),
    ...placeholders.map((finding) => ({ ...finding, skillKey: key })),
  ];
  return { ...claim, kind: 'draft', findings: ofDraft };
}

export function keyOfFolder(
  { folder, manifest }: Pick<SkillFolder, 'folder' | 'manifest'>,
  skillsFolder: string,
): SkillKey | undefined {
  const path = pathBelow(skillsFolder, folder);
  if (parseSkillKey(path) !== undefined) return path;
  return manifest === undefined ? undefined : keyOfManifest(manifest);
}

export function pathBelow(skillsFolder: string, folder: string): string {
  if (folder === skillsFolder) return '';
  return skillsFolder !== '' && folder.startsWith(`${skillsFolder}/`)
    ? folder.slice(skillsFolder.length + 1)
    : folder;
}

/** Nearest folder above with a skill.json. */
export function outerSkill(folder: string, folders: { has(folder: string): boolean }): string | undefined {
  for (let above = parentOf(folder); above !== ''; above = parentOf(above))
    if (folders.has(above)) return above;
  return undefined;
}

export function isSkillClaim(claim: Claim): claim is SkillClaim {
  return claim.kind === 'skill';
}

/** First the folder at the key's path, otherwise in byte order. */
export function compareClaimants(a: SkillClaim, b: SkillClaim): number {
  return Number(b.isFromPath) - Number(a.isFromPath) || compareText(a.source.folder, b.source.folder);
}
