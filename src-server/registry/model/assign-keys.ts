import type { SkillKey } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import type { JsonObject } from './json-object.ts';
import { joinRelative } from './relative-path.ts';
import type { Skill, SkillFolder } from './skill.ts';
import { compareBytes, keyOfManifest, parseSkillKey } from './skill-key.ts';

export interface KeyedSkills {
  /** The skills that are served, by key, in the keys' byte order. */
  readonly skills: ReadonlyMap<SkillKey, Skill>;
  /** Every readable folder's key, folders that lost to another one of the same key included; for index.json's entries. */
  readonly keyOfFolder: ReadonlyMap<string, SkillKey>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Gives each folder its key: the path below the skills folder where it is `language/author/name`, else
 * `<language>/<repo>` of skill.json. Of two folders for one key the one whose path is the key wins, else the first
 * path in byte order.
 *
 * @param skillsFolder the folder that holds the languages, relative to the root; '' for the root itself
 */
export function assignKeys(folders: Iterable<SkillFolder>, skillsFolder: string): KeyedSkills {
  const diagnostics: Diagnostic[] = [];
  const keyOfFolder = new Map<string, SkillKey>();
  const claims = new Map<SkillKey, Claim[]>();
  const sorted = [...folders].sort((a, b) => compareBytes(a.folder, b.folder));
  const skillFolders = new Set(sorted.map(({ folder }) => folder));
  for (const skillFolder of sorted) {
    const claim = claimKey(
      skillFolder,
      pathBelow(skillsFolder, skillFolder.folder),
      skillFolders,
      diagnostics,
    );
    if (claim === undefined) continue;
    keyOfFolder.set(skillFolder.folder, claim.skill.key);
    const others = claims.get(claim.skill.key);
    if (others === undefined) claims.set(claim.skill.key, [claim]);
    else others.push(claim);
  }
  const skills = new Map<SkillKey, Skill>();
  for (const key of [...claims.keys()].sort(compareBytes)) {
    const claimants = claims.get(key) ?? [];
    const winner = claimants.find(({ fromPath }) => fromPath) ?? claimants[0];
    if (winner === undefined) continue;
    skills.set(key, winner.skill);
    for (const loser of claimants)
      if (loser !== winner) diagnostics.push(reportDuplicate(key, loser, winner));
  }
  return { skills, keyOfFolder, diagnostics };
}

/** One skill object for each folder object, so that what was made from a skill lasts as long as its folder is the same. */
const skillOf = new WeakMap<SkillFolder, Skill>();

function toSkill(skillFolder: SkillFolder, manifest: JsonObject, key: SkillKey): Skill {
  const known = skillOf.get(skillFolder);
  if (known?.key === key) return known;
  const skill = { ...skillFolder, manifest, key };
  skillOf.set(skillFolder, skill);
  return skill;
}

interface Claim {
  readonly skill: Skill;
  /** The path below the skills folder is the key. */
  readonly fromPath: boolean;
}

function pathBelow(skillsFolder: string, folder: string): string {
  if (folder === skillsFolder) return '';
  return skillsFolder !== '' && folder.startsWith(`${skillsFolder}/`)
    ? folder.slice(skillsFolder.length + 1)
    : folder;
}

function claimKey(
  skillFolder: SkillFolder,
  path: string,
  skillFolders: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): Claim | undefined {
  const { manifest, folder } = skillFolder;
  const pathIsKey = parseSkillKey(path) !== undefined;
  const ownKey = manifest === undefined ? undefined : keyOfManifest(manifest);
  const key = pathIsKey ? path : ownKey;
  const file = joinRelative(folder, 'skill.json');
  diagnostics.push(
    ...skillFolder.diagnostics.map((item) => (key === undefined ? item : { ...item, skillKey: key })),
  );
  if (manifest === undefined) return undefined;
  if (key === undefined) {
    const message = `${folder === '' ? 'The folder' : folder} is not language/author/name, and skill.json's language and repo make no key.`;
    diagnostics.push(diagnose('key-underivable', message, { file }));
    return undefined;
  }
  const place = { skillKey: key, file };
  if (!pathIsKey && path !== '') {
    diagnostics.push(diagnose('key-from-manifest', `The folder is ${folder}, the key ${key}.`, place));
  } else if (pathIsKey && ownKey !== undefined && ownKey !== key) {
    diagnostics.push(diagnose('key-mismatch', `The folder says ${key}, skill.json says ${ownKey}.`, place));
  }
  const outer = outerSkill(folder, skillFolders);
  if (outer !== undefined) {
    diagnostics.push(diagnose('skill-nested', `${folder} lies inside the skill ${outer}.`, place));
  }
  return { skill: toSkill(skillFolder, manifest, key), fromPath: pathIsKey };
}

/** The nearest skill folder above. */
function outerSkill(folder: string, skillFolders: ReadonlySet<string>): string | undefined {
  for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1)) {
    const above = folder.slice(0, end);
    if (skillFolders.has(above)) return above;
  }
  return undefined;
}

function reportDuplicate(key: SkillKey, loser: Claim, winner: Claim): Diagnostic {
  const message = `${loser.skill.folder} has the key ${key} too; ${winner.skill.folder} is served.`;
  return diagnose('key-duplicate', message, {
    skillKey: key,
    file: joinRelative(loser.skill.folder, 'skill.json'),
  });
}
