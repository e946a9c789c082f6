import type { SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { describeDraft } from '../../validation/placeholder.ts';
import { joinRelative } from './relative-path.ts';
import type { Skill, SkillFolder } from './skill.ts';
import { compareBytes, fitsKey, keyOfManifest, parseSkillKey } from './skill-key.ts';

/** A skill folder and the key it claims. */
export interface FolderRecord {
  readonly source: SkillFolder;
  /** What is served where the folder gets the key; undefined where it claims none. */
  readonly skill: Skill | undefined;
  /** What would be served if its last text were written. */
  readonly draft?: Skill;
  /** The path below the skills folder is the key: such a folder goes before others. */
  readonly fromPath: boolean;
  /** What is wrong with the folder, whether or not it gets its key. */
  readonly findings: readonly Diagnostic[];
  /** The nearest skill folder above, where there is one. */
  readonly outer: string | undefined;
}

/**
 * The key that a folder claims: the path below the skills folder where it is `language/author/name`, else the key of
 * skill.json.
 *
 * @param skillsFolder the folder that holds the languages, relative to the root; '' for the root itself
 * @param outer the nearest skill folder above, where there is one
 * @param known the folder's record so far: as long as it is of the same folder and key, the skill is the same object
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
  const { unwritten } = source;
  if (unwritten.length === 0) return { source, skill, fromPath, findings, outer };
  const ofDraft = [
    // Its author takes files away that have nothing to say; whether the list fits is asked when it is written.
    ...findings.filter(({ code }) => code !== 'file-missing'),
    diagnose('skill-draft', describeDraft(unwritten.length), place),
    ...unwritten.map((finding) => ({ ...finding, skillKey: key })),
  ];
  return { source, skill: undefined, draft: skill, fromPath, findings: ofDraft, outer };
}

/** The key that a folder claims, as of `claimKey`; undefined where there is none. */
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

/** The nearest skill folder above. */
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

/** Says that a folder doesn't get the key it claims. */
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

/** A folder that claims a key and could be served. */
export type Claimant = FolderRecord & { readonly skill: Skill };

/** Who claims each key, in the keys' byte order, the winner first. */
export type ClaimantsByKey = ReadonlyMap<SkillKey, readonly [Claimant, ...Claimant[]]>;

/**
 * Of several folders that claim a key the one whose path is the key wins, else the first path in byte order.
 *
 * @param claims in the byte order of the paths
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
