import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { checkCaseCollision, checkDependencies } from '../../validation/check-registry.ts';
import type { GeneralFindings, ListHead } from '../registry-patch.ts';
import { type Claim, claimantsByKey, claimKey, outerSkill, reportDuplicate } from './assign-keys.ts';
import { firstHead, nextHead } from './index-head.ts';
import { type EntryMatch, matchEntries, withoutManifest } from './match-entries.ts';
import { isAtOrBelow } from './relative-path.ts';
import { isSameJson } from './same-json.ts';
import type { ReadableFolder, RegistryContents, UnreadablePath } from './skill-folder.ts';
import { compareBytes } from './skill-key.ts';

/** What is served of a registry's contents, and what was found about it. Without texts. */
export interface RegistryModel {
  readonly contents: RegistryContents;
  readonly head: ListHead;
  /** In byte order. */
  readonly skills: ReadonlyMap<SkillKey, ModelSkill>;
  readonly general: GeneralFindings;
  /** Folders neither served nor drafts, including duplicates of a key. */
  readonly leftOut: number;
  /** By folder, in byte order; drafts and unserved folders, too. */
  readonly claims: ReadonlyMap<string, Claim>;
  readonly matches: ReadonlyMap<SkillKey, EntryMatch>;
}

export interface ModelSkill {
  readonly key: SkillKey;
  readonly source: ReadableFolder;
  readonly entry: IndexEntry;
  /** Of reading and of index.json's entry. */
  readonly loader: readonly Diagnostic[];
  /** Of relations between skills, and of rules about the entry. */
  readonly rules: readonly Diagnostic[];
}

interface ModelOptions {
  /** Time of the change. */
  readonly now: Date;
  readonly before?: Pick<RegistryModel, 'contents' | 'claims' | 'matches' | 'head'> | undefined;
  /** Of an earlier worker. */
  readonly head?: ListHead | undefined;
  /** The head is index.json's own. */
  readonly isReplica?: boolean | undefined;
}

/** The earlier model tells which skill.json was edited while served, and the list's version. */
export function buildModel(contents: RegistryContents, options: ModelOptions): RegistryModel {
  const { now, before } = options;
  const { folders, location } = contents;
  const sorted = [...folders].sort(([a], [b]) => compareBytes(a, b));
  const claims = new Map(
    sorted.map(([folder, source]) => {
      const known = before?.claims.get(folder);
      const outer = outerSkill(folder, folders);
      const isSame = known?.source === source && known.outer === outer;
      return [folder, isSame ? known : claimKey(source, location.skillsFolder, outer)];
    }),
  );
  const claimants = claimantsByKey(claims);
  const matched = matchEntries(contents, claims, claimants, before?.matches ?? new Map());
  const skills = new Map<SkillKey, ModelSkill>();
  const firstFolded = new Map<string, SkillKey>();
  for (const [key, [winner, ...losers]] of claimants) {
    const { source, findings } = winner;
    const { entry, findings: matching } = matched.matches.get(key) as EntryMatch;
    const first = firstFolded.get(key.toLowerCase()) ?? key;
    firstFolded.set(key.toLowerCase(), first);
    const duplicates = losers.map((loser) => reportDuplicate(key, loser.source.folder, source.folder));
    const about = matched.found.get(key);
    const skill = { key, folder: source.folder, manifest: source.manifest };
    // While skill.json is broken, no other findings: they would be about what is no longer there.
    const isBroken = source.isManifestBroken;
    skills.set(key, {
      key,
      source,
      entry,
      loader: [...findings, ...duplicates, ...(isBroken ? [] : matching), ...(about?.loader ?? [])],
      rules: [
        ...(isBroken ? [] : checkDependencies(location.layout, skill, claimants)),
        ...(isBroken ? [] : checkCaseCollision(skill, first)),
        ...(about?.rules ?? []),
      ],
    });
  }
  const drafts = [...claims.values()].filter(({ kind }) => kind === 'draft').length;
  const missing = withoutManifest(contents.walkDiagnostics).size;
  const model = {
    contents,
    skills,
    general: {
      loader: [...generalFindings(contents, claims, skills), ...matched.unmatched.loader],
      rules: matched.unmatched.rules,
    },
    leftOut: folders.size + missing - skills.size - drafts,
    claims,
    matches: matched.matches,
  };
  return { ...model, head: headOf(model, options, now) };
}

function headOf(
  { contents, skills }: Pick<RegistryModel, 'contents' | 'skills'>,
  { before, head = before?.head, isReplica }: ModelOptions,
  now: Date,
): ListHead {
  const { indexFile } = contents;
  if (head === undefined || isReplica) {
    const manifests = Array.from(skills.values(), ({ source }) => source.manifest);
    return firstHead(indexFile, manifests, now);
  }
  return before === undefined || isOther(before.contents, contents) ? nextHead(head, indexFile, now) : head;
}

/** Unreadable paths and rules.json change nothing in the list. */
function isOther(before: RegistryContents, now: RegistryContents): boolean {
  return (
    before.folders !== now.folders ||
    before.indexFile !== now.indexFile ||
    !isSameJson(before.walkDiagnostics, now.walkDiagnostics)
  );
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
  const servedFrom = (folder: string): SkillKey | undefined => {
    const claim = claims.get(folder);
    return claim !== undefined && isServed(claim) ? claim.key : undefined;
  };
  return [
    ...walkDiagnostics,
    ...indexFile.diagnostics,
    ...(isEmpty ? [diagnose('registry-empty', 'The registry has no skill.')] : []),
    ...[...claims.values()].flatMap((claim) => (isServed(claim) ? [] : claim.findings)),
    ...unreadable.map((place) => {
      const skillKey = hiddenSkill(place.path, claims, servedFrom);
      const isIndexKept = place.path === 'index.json' && indexFile.index !== undefined;
      const isKept = (skillKey !== undefined && !isUnread(place.path, claims)) || isIndexKept;
      return reportUnreadable(place, isKept, skillKey);
    }),
  ];
}

export function reportUnreadable(
  { path, code, since }: UnreadablePath,
  isKept: boolean,
  skillKey?: SkillKey,
): Diagnostic {
  const what = path === '' ? 'The registry’s folder' : path;
  const then = isKept ? 'The last state read is still served.' : 'Nothing of it is served.';
  return diagnose(
    isKept ? 'unreadable-kept' : 'file-unreadable',
    `${what} can't be read since ${since} (${code}). ${then}`,
    { ...(skillKey === undefined ? {} : { skillKey }), ...(path === '' ? {} : { file: path }) },
  );
}

/** Was never read. */
function isUnread(path: string, claims: RegistryModel['claims']): boolean {
  return [...claims].some(
    ([folder, { source }]) =>
      isAtOrBelow(folder, path) &&
      source.files.get(folder === '' ? path : path.slice(folder.length + 1))?.unread !== undefined,
  );
}

/** At or above the path, otherwise the first below. */
function hiddenSkill(
  path: string,
  claims: RegistryModel['claims'],
  servedFrom: (folder: string) => SkillKey | undefined,
): SkillKey | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const key = servedFrom(path.slice(0, end));
    if (key !== undefined) return key;
  }
  for (const folder of claims.keys()) {
    const key = isAtOrBelow(path, folder) ? servedFrom(folder) : undefined;
    if (key !== undefined) return key;
  }
  return servedFrom('');
}
