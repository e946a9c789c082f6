import type { SkillKey } from '../../contract/api.ts';
import type { Diagnostic } from '../../contract/diagnostic.ts';
import type { FolderDelta } from '../folder-delta.ts';
import { claimKey, type FolderRecord, outerSkill, reportDuplicate } from './assign-keys.ts';
import { quickFindings } from './quick-findings.ts';
import { type KeyRecord, pair } from './registry-snapshot.ts';
import type { Skill } from './skill.ts';
import type { SnapshotDraft } from './snapshot-draft.ts';

type Steps = Generator<void, void>;

/** Takes the folders of a delta in, and decides the keys that they claim. */
export function* applyFolders(draft: SnapshotDraft, delta: FolderDelta): Steps {
  const { folders, touchedFolders } = draft;
  const cameOrWent: string[] = [];
  for (const folder of delta.removed) {
    if (folders.delete(folder)) cameOrWent.push(folder);
    touchedFolders.add(folder);
    yield;
  }
  for (const source of delta.upserted) {
    if (!folders.has(source.folder)) cameOrWent.push(source.folder);
    folders.set(source.folder, { source, skill: undefined, fromPath: false, findings: [] });
    touchedFolders.add(source.folder);
    yield;
  }
  // A skill inside of another one's folder says so.
  for (const folder of cameOrWent) {
    for (const [inner] of folder === '' ? [] : folders.startingWith(`${folder}/`)) {
      touchedFolders.add(inner);
      yield;
    }
  }
  for (const folder of touchedFolders) {
    claim(draft, folder);
    yield;
  }
  yield* decideKeys(draft);
}

function claim(draft: SnapshotDraft, folder: string): void {
  const { folders, claims, touchedKeys } = draft;
  const before = draft.before.state.folders.get(folder);
  const source = folders.get(folder)?.source;
  const { skillsFolder } = draft.before.location;
  const record = source && claimKey(source, skillsFolder, outerSkill(folder, folders), before);
  if (record !== undefined) folders.set(folder, record);
  draft.recount(before?.findings, record?.findings);
  keepDraft(draft, folder, before?.draft, record?.draft);
  const [keyBefore, key] = [before?.skill?.key, record?.skill?.key];
  if (keyBefore !== undefined) {
    if (keyBefore !== key) claims.delete(pair(keyBefore, folder));
    touchedKeys.add(keyBefore);
  }
  if (key !== undefined && record !== undefined) {
    claims.set(pair(key, folder), record);
    touchedKeys.add(key);
  }
}

/** What index.json says about a draft is nothing to complain of: its names are looked at again when it comes or goes. */
function keepDraft(
  { drafts, touchedNames }: SnapshotDraft,
  folder: string,
  before: Skill | undefined,
  now: Skill | undefined,
): void {
  if (before !== undefined) {
    drafts.delete(pair(before.key, folder));
    touchedNames.add(before.key);
  }
  if (now === undefined) return;
  drafts.set(pair(now.key, folder), now);
  touchedNames.add(now.key);
}

/** Of two folders for one key the one whose path is the key wins, else the first path in byte order. */
function* decideKeys(draft: SnapshotDraft): Steps {
  for (const key of draft.touchedKeys) {
    let winner: FolderRecord | undefined;
    for (const [, record] of draft.claims.startingWith(pair(key, ''))) {
      draft.touchedFolders.add(record.source.folder);
      if (winner === undefined || (record.fromPath && !winner.fromPath)) winner = record;
      yield;
    }
    if (winner?.skill === undefined) dropKey(draft, key);
    else yield* keepKey(draft, winner.skill);
    draft.touchedNames.add(key);
    yield;
  }
  for (const folder of draft.touchedFolders) {
    const name = draft.nameOf(folder);
    if (name !== undefined) draft.touchedNames.add(name);
  }
}

function dropKey({ keys, skills, entries }: SnapshotDraft, key: SkillKey): void {
  keys.delete(key);
  skills.delete(key);
  entries.delete(key);
}

function* keepKey(draft: SnapshotDraft, skill: Skill): Steps {
  const { key, folder } = skill;
  const known = draft.keys.get(key);
  const duplicates: Diagnostic[] = [];
  for (const [, { source }] of draft.claims.startingWith(pair(key, ''))) {
    if (source.folder !== folder) duplicates.push(reportDuplicate(key, source.folder, folder));
    yield;
  }
  const checks = known?.skill === skill ? known.checks : quickFindings(skill, draft.before.location.layout);
  draft.keys.set(key, {
    skill,
    duplicates,
    checks,
    relations: known?.relations ?? [],
    // Made once it is known what index.json says about the key.
    entry: known?.entry as KeyRecord['entry'],
    declared: known?.declared,
    isManifestNewer: known?.isManifestNewer ?? false,
    merging: known?.merging ?? [],
    matching: known?.matching ?? [],
  });
  draft.skills.set(key, skill);
  draft.unmatched.add(key);
}
