import type { SkillKey } from '../../contract/api.ts';
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { checkIndexEntries } from '../../validation/check-registry.ts';
import {
  type DeclaredEntry,
  type DeclaredGroup,
  movedTo,
  reportKey,
  reportMissing,
  reportOrphan,
  reportSecond,
} from './declared-entries.ts';
import { makeIndexEntry } from './index-entry.ts';
import { entryRevision, isWrittenLater } from './newer-manifest.ts';
import { pointerTo } from './registry-index-file.ts';
import { draftOf, type KeyRecord, pair, type SnapshotState } from './registry-snapshot.ts';
import { isSameJson } from './same-json.ts';
import type { Skill } from './skill.ts';
import type { SnapshotDraft } from './snapshot-draft.ts';

type Steps = Generator<void, void>;

/** Entries that are compared in one step. */
const COMPARED_AT_ONCE = 100;

/** Takes a new index.json in: only names whose entries are different, or stand elsewhere, are touched. */
export function* readDeclared(draft: SnapshotDraft): Steps {
  const { before } = draft;
  const { index } = draft.indexFile;
  if (index === before.indexFile.index) return;
  const groups = yield* differentGroups(before.indexFile.index?.entries ?? [], index?.entries ?? []);
  for (const [name, entries] of groups) {
    declare(draft, name, entries);
    yield;
  }
  // Without an index.json no skill is missing from it.
  if ((index === undefined) === (before.indexFile.index === undefined)) return;
  for (const key of draft.keys.keys()) {
    draft.unmatched.add(key);
    yield;
  }
}

/** The names whose entries aren't the very objects that they were, each with its present entries in the file's order. */
function* differentGroups(
  before: readonly DeclaredEntry[],
  now: readonly DeclaredEntry[],
): Generator<void, ReadonlyMap<string, readonly DeclaredEntry[]>> {
  const groups = new Map<string, DeclaredEntry[]>();
  for (let place = 0; place < Math.max(before.length, now.length); place += 1) {
    const [old, entry] = [before[place], now[place]];
    if (old !== entry) for (const one of [old, entry]) if (one !== undefined) groups.set(one.key, []);
    if (place % COMPARED_AT_ONCE === 0) yield;
  }
  if (groups.size === 0) return groups;
  for (const [place, entry] of now.entries()) {
    groups.get(entry.key)?.push(entry);
    if (place % COMPARED_AT_ONCE === 0) yield;
  }
  return groups;
}

function declare(
  { declared, before, touchedNames }: SnapshotDraft,
  name: string,
  entries: readonly DeclaredEntry[],
): void {
  const known = before.state.declared.get(name);
  const kept = entries.map((entry, place) => sameAsBefore(entry, known?.entries[place]));
  const onlyMoved =
    known?.entries.length === kept.length &&
    kept.every(({ fields }, place) => fields === known.entries[place]?.fields);
  if (onlyMoved && kept.every((entry, place) => entry === known.entries[place])) return;
  const undecided = { target: undefined, subject: undefined, naming: [], checks: [] };
  if (kept.length === 0) declared.delete(name);
  else declared.set(name, { ...undecided, ...known, entries: kept });
  if (!onlyMoved || isPlaced(known, before.state.keys)) touchedNames.add(name);
}

/** Whether anything that was found out about entries says where they stand: an entry put before all others moves them all. */
function isPlaced({ target, naming, checks, entries }: DeclaredGroup, keys: SnapshotState['keys']): boolean {
  const record = target === undefined ? undefined : keys.get(target);
  return (
    checks.length !== entries.length ||
    [naming, ...checks, record?.merging ?? [], record?.matching ?? []].some(({ length }) => length > 0)
  );
}

/** The fields stay the same object as long as they say the same: what was found out about them is kept by that. */
function sameAsBefore(entry: DeclaredEntry, known: DeclaredEntry | undefined): DeclaredEntry {
  if (known === undefined || !isSameJson(known.fields, entry.fields)) return entry;
  if (known.position === entry.position) return known;
  return known.fields === entry.fields ? entry : { ...entry, fields: known.fields };
}

/**
 * Finds the skill of each touched name, and checks the entries under it. While more of the registry is on its way, a name
 * that nothing has yet may be the next folder's: what can be said of it is said with the last part.
 */
export function* checkDeclared(draft: SnapshotDraft, isPart = false): Steps {
  if (!isPart && draft.before.generation === 0) yield* touchUndecided(draft);
  for (const name of draft.touchedNames) {
    if (isPart && !isAnswered(draft, name)) continue;
    const before = draft.before.state.declared.get(name);
    const known = draft.declared.get(name);
    const group = known && (yield* checkGroup(draft, name, known, before));
    if (group !== undefined) draft.declared.set(name, group);
    draft.recount(before?.naming, group?.naming);
    draft.recount(before?.checks.flat(), group?.checks.flat());
    for (const target of [before?.target, group?.target])
      if (target !== undefined && draft.skills.has(target)) draft.unmatched.add(target);
    yield;
  }
}

function* touchUndecided({ declared, touchedNames }: SnapshotDraft): Steps {
  for (const [name, { entries, checks }] of declared) {
    if (checks.length < entries.length) touchedNames.add(name);
    yield;
  }
}

/** Whether a skill, a draft or a folder has the name, or had it when its entries were looked at last. */
function isAnswered(draft: SnapshotDraft, name: string): boolean {
  return (
    draft.skills.has(name) ||
    draft.folders.has(draft.folderOf(name)) ||
    draftOf(draft, name) !== undefined ||
    (draft.before.state.declared.get(name)?.checks.length ?? 0) > 0
  );
}

function* checkGroup(
  draft: SnapshotDraft,
  name: string,
  { entries }: DeclaredGroup,
  before: DeclaredGroup | undefined,
): Generator<void, DeclaredGroup> {
  const { skills } = draft;
  const folder = draft.folders.get(draft.folderOf(name));
  const inFolder = folder?.skill;
  // A folder that can't be served says so itself.
  const isTold =
    folder === undefined
      ? draft.withoutManifest.has(draft.folderOf(name))
      : folder.source.manifest === undefined;
  const exact = skills.get(name);
  const target = exact === undefined ? inFolder?.key : name;
  // A folder that lost its key to another one is no skill to compare with.
  const isDraft = draftOf(draft, name) ?? draft.folders.get(draft.folderOf(name))?.draft;
  const isServed = inFolder !== undefined && skills.get(inFolder.key) === inFolder;
  const subject = exact ?? (isServed ? inFolder : undefined);
  const [naming, checks]: [Diagnostic[], Array<readonly Diagnostic[]>] = [[], []];
  for (const [place, entry] of entries.entries()) {
    if (target === undefined && !isTold && !isDraft) naming.push(reportOrphan(entry));
    naming.push(...reportKey(entry, target));
    const known = before?.subject === subject ? before?.entries[place] : undefined;
    const checked = known?.fields === entry.fields ? before?.checks[place] : undefined;
    const found = checked === undefined ? check(entry, subject) : movedTo(checked, known, entry);
    checks.push(found);
    yield;
  }
  return { entries, target, subject, naming, checks };
}

function check(entry: DeclaredEntry, skill: Skill | undefined): readonly Diagnostic[] {
  return checkIndexEntries([{ ...entry, pointer: pointerTo(entry), skill }]);
}

/** Makes the list entries of all skills that may have another one. */
export function* makeEntries(draft: SnapshotDraft): Steps {
  for (const key of draft.unmatched) {
    const record = draft.keys.get(key);
    if (record === undefined) continue;
    const [declared, ...others] = yield* entriesFor(draft, key);
    const isMissing = declared === undefined && draft.indexFile.index !== undefined;
    const matching = isMissing ? [reportMissing(key)] : others.map((other) => reportSecond(other, key));
    const known = draft.before.state.keys.get(key);
    const made = makeEntry(draft, record.skill, declared, known);
    const { skill, duplicates, checks, relations } = record;
    draft.keys.set(key, { skill, duplicates, checks, relations, declared, matching, ...made });
    draft.entries.set(key, made.entry);
    yield;
  }
}

function makeEntry(
  draft: SnapshotDraft,
  skill: Skill,
  declared: DeclaredEntry | undefined,
  known: KeyRecord | undefined,
): Pick<KeyRecord, 'entry' | 'merging' | 'isManifestNewer'> {
  if (known?.skill === skill && known.declared?.fields === declared?.fields) {
    const { entry, isManifestNewer } = known;
    return { entry, isManifestNewer, merging: movedTo(known.merging, known.declared, declared) };
  }
  const isManifestNewer = declared !== undefined && isNewer(draft, skill, declared, known);
  const merging: Diagnostic[] = [];
  const entry = makeIndexEntry(skill, declared, isManifestNewer, merging);
  const isSame = known?.skill === skill && isSameJson(known.entry, entry);
  return { entry: isSame ? known.entry : entry, isManifestNewer, merging };
}

/**
 * Of an entry that stays as it is, an edited skill.json is newer, and stays so whatever else of index.json is written:
 * a submission puts its own entry there, and a new time over all. An entry that changed is judged by the times.
 */
function isNewer(
  { before, indexFile }: SnapshotDraft,
  skill: Skill,
  declared: DeclaredEntry,
  known: KeyRecord | undefined,
): boolean {
  if (before.generation === 0) {
    const edited = before.state.lastRun?.edited?.[skill.key];
    if (edited !== undefined && edited === entryRevision(declared.fields)) return true;
  } else if (known !== undefined && known.declared?.fields === declared.fields) {
    return known.isManifestNewer || !isSameJson(known.skill.manifest, skill.manifest);
  }
  return isWrittenLater(skill, indexFile.index);
}

/** All entries that name a skill: by its key first, then by a folder that claims it, each in the file's order. */
function* entriesFor(draft: SnapshotDraft, key: SkillKey): Generator<void, DeclaredEntry[]> {
  const byFolder: DeclaredEntry[] = [];
  for (const [, { source }] of draft.claims.startingWith(pair(key, ''))) {
    const name = draft.nameOf(source.folder);
    if (name !== undefined && !draft.skills.has(name))
      byFolder.push(...(draft.declared.get(name)?.entries ?? []));
    yield;
  }
  byFolder.sort((a, b) => a.position - b.position);
  return [...(draft.declared.get(key)?.entries ?? []), ...byFolder];
}
