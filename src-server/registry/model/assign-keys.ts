import type { SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { describeDraft } from '../../validation/placeholder.ts';
import { joinRelative } from './relative-path.ts';
import type { Skill, SkillFolder } from './skill.ts';
import { compareBytes, fitsKey, keyOfManifest, parseSkillKey } from './skill-key.ts';

export interface FolderRecord {
  readonly source: SkillFolder;
  /** Undefined without a key. */
  readonly skill: Skill | undefined;
  /** Served without placeholders. */
  readonly draft?: Skill;
  /** Takes precedence. */
  readonly fromPath: boolean;
  readonly findings: readonly Diagnostic[];
  readonly outer: string | undefined;
}

/**
 * Path below the skills folder if `language/author/name`, otherwise skill.json's key. Reuses the skill object
 * of `known` for the same folder and key.
 */
export function claimKey(
  source: SkillFolder,
  skillsFolder: string,
  outer: string | undefined,
  known: FolderRecord | undefined,
): FolderRecord {
  const { manifest, folder } = source;
  const path = pathBelow(skillsFolder, folder);
  const key = keyOfFolder(source, skillsFolder);
  const fromPath = key === path;
  const findings = source.diagnostics.map((item) => (key === undefined ? item : { ...item, skillKey: key }));
  if (!isReadable(source)) return { source, skill: undefined, fromPath, findings, outer };
  const file = joinRelative(folder, 'skill.json');
  if (key === undefined) {
    const message = `${folder === '' ? 'The folder' : folder} is not language/author/name, and skill.json's language and repo make no key.`;
    findings.push(diagnose('key-underivable', message, { file }));
    return { source, skill: undefined, fromPath, findings, outer };
  }
  const place = { skillKey: key, file };
  if (!fromPath && path !== '') {
    findings.push(diagnose('key-from-manifest', `The folder is ${folder}, the key ${key}.`, place));
  } else if (fromPath && manifest !== undefined && !fitsKey(key, manifest)) {
    const ownKey = keyOfManifest(manifest);
    findings.push(diagnose('key-mismatch', `The folder says ${key}, skill.json says ${ownKey}.`, place));
  }
  if (outer !== undefined)
    findings.push(diagnose('skill-nested', `${folder} lies inside the skill ${outer}.`, place));
  const before = known?.source === source ? (known.skill ?? known.draft) : undefined;
  const skill = before?.key === key ? before : { ...source, key };
  const { placeholders } = source;
  if (placeholders.length === 0) return { source, skill, fromPath, findings, outer };
  const ofDraft = [
    // Templates list files that the author may delete; the file list is checked once the draft is finished.
    ...findings.filter(({ code }) => code !== 'file-missing'),
    diagnose('skill-draft', describeDraft(placeholders.length), place),
    ...placeholders.map((finding) => ({ ...finding, skillKey: key })),
  ];
  return { source, skill: undefined, draft: skill, fromPath, findings: ofDraft, outer };
}

export function keyOfFolder(
  { folder, manifest }: Pick<SkillFolder, 'folder' | 'manifest'>,
  skillsFolder: string,
): SkillKey | undefined {
  const path = pathBelow(skillsFolder, folder);
  if (parseSkillKey(path) !== undefined) return path;
  return manifest === undefined ? undefined : keyOfManifest(manifest);
}

function isReadable(source: SkillFolder): source is SkillFolder & Pick<Skill, 'manifest'> {
  return source.manifest !== undefined;
}

function pathBelow(skillsFolder: string, folder: string): string {
  if (folder === skillsFolder) return '';
  return skillsFolder !== '' && folder.startsWith(`${skillsFolder}/`)
    ? folder.slice(skillsFolder.length + 1)
    : folder;
}

export function outerSkill(
  folder: string,
  skillFolders: { has(folder: string): boolean },
): string | undefined {
  for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1)) {
    const above = folder.slice(0, end);
    if (skillFolders.has(above)) return above;
  }
  return undefined;
}

export function reportDuplicate(key: SkillKey, loser: string, winner: string): Diagnostic {
  return diagnose(
    'key-duplicate',
    `${loser} is not served: ${winner} has the key ${key} too, and is served.`,
    {
      skillKey: key,
      file: joinRelative(loser, 'skill.json'),
    },
  );
}

type Claimant = FolderRecord & { readonly skill: Skill };

export type ClaimantsByKey = ReadonlyMap<SkillKey, readonly [Claimant, ...Claimant[]]>;

/**
 * First the folder at the key's path, otherwise in byte order.
 *
 * @param claims in byte order of paths
 */
export function claimantsByKey(claims: ReadonlyMap<string, FolderRecord>): ClaimantsByKey {
  const byKey = new Map<SkillKey, [Claimant, ...Claimant[]]>();
  for (const record of claims.values()) {
    if (record.skill === undefined) continue;
    const claimant = record as Claimant;
    const others = byKey.get(claimant.skill.key);
    if (others === undefined) byKey.set(claimant.skill.key, [claimant]);
    else if (claimant.fromPath && !others[0].fromPath) others.unshift(claimant);
    else others.push(claimant);
  }
  return new Map([...byKey].sort(([a], [b]) => compareBytes(a, b)));
}
