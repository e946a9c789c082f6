import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { JsonText } from '../../validation/json-position.ts';
import { isAtOrBelow, joinRelative } from '../paths.ts';
import type { Draft } from '../registry-patch.ts';
import { type Claim, claimantsByKey, claimKeys } from './assign-keys.ts';
import { type EntryMatch, matchEntries, withoutManifest } from './match-entries.ts';
import type { ReadableFolder, RegistryContents, UnreadablePath } from './skill-folder.ts';

/** What a registry's contents have to serve, and what was found about them. Without texts. */
export interface RegistryModel {
  readonly contents: RegistryContents;
  readonly skills: ReadonlyMap<SkillKey, ModelSkill>;
  readonly general: readonly Diagnostic[];
  readonly drafts: readonly Draft[];
  readonly leftOut: number;
  readonly claims: ReadonlyMap<string, Claim>;
  readonly matches: ReadonlyMap<SkillKey, EntryMatch>;
}

export interface ModelSkill {
  readonly key: SkillKey;
  readonly source: ReadableFolder;
  readonly entry: IndexEntry;
  readonly loader: readonly Diagnostic[];
}

/** @param before tells which skill.json was edited while it was served */
export function buildModel(
  contents: RegistryContents,
  before?: Pick<RegistryModel, 'matches'>,
): RegistryModel {
  const { folders, indexFile } = contents;
  const claims = claimKeys(contents);
  const claimants = claimantsByKey(claims);
  const { matches, unmatched } = matchEntries(contents, claims, claimants, before?.matches ?? new Map());
  let json: JsonText | undefined;
  const placed = (found: Diagnostic): Diagnostic => {
    if (found.file !== 'index.json' || found.pointer === undefined) return found;
    json ??= new JsonText(indexFile.text ?? '');
    const offset = json.offsetOf(found.pointer);
    return offset === undefined ? found : { ...found, ...json.positionOf(offset) };
  };
  const skills = new Map<SkillKey, ModelSkill>();
  for (const [key, [{ source, findings }, ...losers]] of claimants) {
    const { entry, findings: matching } = matches.get(key) as EntryMatch;
    const duplicates = losers.map(({ source: { folder } }) => {
      const message = `${folder} is not served: ${source.folder} has the key ${key} too, and is served.`;
      const file = joinRelative(folder, 'skill.json');
      return diagnose('key-duplicate', message, { skillKey: key, file, line: 1, column: 1 });
    });
    skills.set(key, { key, source, entry, loader: [...findings, ...duplicates, ...matching.map(placed)] });
  }
  const drafts = [...claims.values()].flatMap(({ kind, key, source: { folder, placeholders } }) =>
    kind === 'draft' && key !== undefined ? [{ key, folder, toWrite: placeholders.length }] : [],
  );
  const missing = withoutManifest(contents.walkDiagnostics).size;
  return {
    ...{ contents, claims, matches, skills, drafts },
    general: [...generalFindings(contents, claims, skills), ...unmatched].map(placed),
    leftOut: folders.size + missing - skills.size - drafts.length,
  };
}

function generalFindings(
  contents: RegistryContents,
  claims: RegistryModel['claims'],
  skills: RegistryModel['skills'],
): readonly Diagnostic[] {
  const { folders, indexFile, walkDiagnostics, unreadable } = contents;
  const isServed = ({ key, source }: Claim) => key !== undefined && skills.get(key)?.source === source;
  // Unservable skills are skills, and unreadable folders may contain some.
  const isEmpty =
    folders.size + withoutManifest(walkDiagnostics).size === 0 &&
    unreadable.every(({ path }) => path === 'index.json');
  const served = [...claims.values()].filter(isServed);
  return [
    ...walkDiagnostics,
    ...indexFile.diagnostics,
    ...(isEmpty ? [diagnose('registry-empty', 'The registry has no skill.')] : []),
    ...[...claims.values()].flatMap((claim) => (isServed(claim) ? [] : claim.findings)),
    ...unreadable.map((place) => reportUnreadable(place, served, indexFile.index !== undefined)),
  ];
}

/** Of a skill that it is in, or else holds: the last state is served. */
function reportUnreadable(
  { path, code }: UnreadablePath,
  served: readonly Claim[],
  hasIndex: boolean,
): Diagnostic {
  const around = served.filter(({ source }) => isAtOrBelow(source.folder, path));
  const skill = around.at(-1) ?? served.find(({ source }) => isAtOrBelow(path, source.folder));
  const { source, key } = skill ?? {};
  const inSkill = source?.folder === '' ? path : path.slice((source?.folder.length ?? 0) + 1);
  const isUnread = source?.files.get(inSkill)?.unread !== undefined;
  const isKept = (skill !== undefined && !isUnread) || (path === 'index.json' && hasIndex);
  const what = path === '' ? 'The registry’s folder' : path;
  const then = isKept ? 'The last state read is still served.' : 'Nothing of it is served.';
  return diagnose(
    isKept ? 'unreadable-kept' : 'file-unreadable',
    `${what} can't be read (${code}). ${then}`,
    {
      ...(key === undefined ? {} : { skillKey: key }),
      ...(path === '' ? {} : { file: path }),
    },
  );
}
