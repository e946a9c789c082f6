import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import {
  countBySeverity,
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
} from '../../contract/diagnostics/diagnostic.ts';
import type { FolderRecord } from './assign-keys.ts';
import type { DescribedChange } from './describe-change.ts';
import type { UnreadablePath } from './folder-delta.ts';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { ModelChange, RegistryModel } from './registry-model.ts';
import {
  allFindings,
  type FoundByWhom,
  type KeyRecord,
  type RegistryContents,
  type RegistrySnapshot,
} from './registry-snapshot.ts';
import type { Skill, SkillFolder } from './skill.ts';
import { compareBytes } from './skill-key.ts';
import { reportUnreadable } from './unreadable-findings.ts';

/** Differences, as plain data for the serving thread. The first is complete. */
export interface SnapshotUpdate {
  /** `Skill` if a key is claimed. */
  readonly folders: ReadonlyArray<SkillFolder | Skill>;
  readonly removedFolders: readonly string[];
  readonly records: readonly RecordUpdate[];
  readonly removedKeys: readonly SkillKey[];
  readonly head: SnapshotHead;
  readonly change?: DescribedChange;
}

/** Absent members are unchanged. */
interface SnapshotHead
  extends Pick<
    RegistrySnapshot,
    'generation' | 'index' | 'counts' | 'unchecked' | 'fileCount' | 'leftOut' | 'indexedAt' | 'loadMs'
  > {
  readonly drafts: readonly string[];
  readonly general?: FoundByWhom;
  readonly contents: Partial<Pick<RegistryContents, 'indexFile' | 'walkDiagnostics' | 'unreadable'>>;
}

interface RecordUpdate extends Pick<KeyRecord, 'found' | 'checks' | 'isChecked'> {
  readonly key: SkillKey;
  readonly folder: string;
  readonly entry?: IndexEntry;
}

export function updateTo(
  published: RegistryModel,
  { snapshot: now }: Pick<ModelChange, 'snapshot'>,
): SnapshotUpdate {
  const { contents, index } = now;
  const folders = [...now.claims]
    .filter(([folder, record]) => heldBy(published.claims.get(folder)) !== heldBy(record))
    .map(([, record]) => heldBy(record) as SkillFolder);
  const records = [...now.records].filter(([key, record]) => published.records.get(key) !== record);
  const { indexFile, walkDiagnostics, unreadable } = contents;
  const isOther = <Part>(part: Part, before: Part) => published.generation === 0 || part !== before;
  return {
    folders,
    removedFolders: [...published.claims.keys()].filter((folder) => !now.claims.has(folder)),
    records: records.map(([key, { skill, entry, found, checks, isChecked }]) => {
      const isSameEntry = published.records.get(key)?.entry === entry;
      return { key, folder: skill.folder, found, checks, isChecked, ...(isSameEntry ? {} : { entry }) };
    }),
    removedKeys: [...published.records.keys()].filter((key) => !now.records.has(key)),
    head: {
      generation: now.generation,
      index,
      counts: now.counts,
      unchecked: now.unchecked,
      fileCount: now.fileCount,
      leftOut: now.leftOut,
      indexedAt: now.indexedAt,
      loadMs: now.loadMs,
      drafts: [...now.drafts.keys()],
      ...(isOther(now.general, published.general) ? { general: now.general } : {}),
      contents: {
        ...(isOther(indexFile, published.contents.indexFile) ? { indexFile: withoutEntries(indexFile) } : {}),
        ...(isOther(walkDiagnostics, published.contents.walkDiagnostics) ? { walkDiagnostics } : {}),
        ...(isOther(unreadable, published.contents.unreadable) ? { unreadable } : {}),
      },
    },
  };
}

function heldBy(record: FolderRecord | undefined): SkillFolder | undefined {
  return record?.skill ?? record?.draft ?? record?.source;
}

function withoutEntries(indexFile: ParsedIndexFile): ParsedIndexFile {
  return indexFile.index === undefined
    ? indexFile
    : { ...indexFile, index: { ...indexFile.index, entries: [] } };
}

export function applyUpdate(
  before: RegistrySnapshot,
  update: SnapshotUpdate,
): {
  readonly snapshot: RegistrySnapshot;
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
} {
  const { drafts, general = before.general, contents: read, ...head } = update.head;
  const folders = new Map(before.contents.folders);
  for (const folder of update.removedFolders) folders.delete(folder);
  for (const folder of update.folders) folders.set(folder.folder, folder);
  const records = nextRecords(before.records, update, folders);
  const snapshot: RegistrySnapshot = {
    ...head,
    location: before.location,
    skills: new Map(Array.from(records, ([key, { skill }]) => [key, skill])),
    entries: new Map(Array.from(records, ([key, { entry }]) => [key, entry])),
    drafts: new Map(drafts.map((folder) => [folder, folders.get(folder) as Skill])),
    records,
    general,
    contents: { ...before.contents, ...read, folders },
  };
  const changed = update.records.flatMap(({ key }) => {
    const [was, is] = [before.records.get(key), records.get(key)];
    return was?.skill === is?.skill && was?.entry === is?.entry ? [] : [key];
  });
  return { snapshot, changed, removed: update.removedKeys };
}

function nextRecords(
  before: RegistrySnapshot['records'],
  { records: updates, removedKeys }: SnapshotUpdate,
  folders: RegistryContents['folders'],
): ReadonlyMap<SkillKey, KeyRecord> {
  const records = new Map(before);
  for (const key of removedKeys) records.delete(key);
  const { size } = records;
  for (const { key, folder, entry = records.get(key)?.entry, found, ...rules } of updates) {
    const skill = folders.get(folder) as Skill;
    const checks = compactFindings(key, rules.checks);
    records.set(key, { skill, entry: entry as IndexEntry, found, checks, isChecked: rules.isChecked });
  }
  if (records.size === size) return records;
  return new Map([...records].sort(([a], [b]) => compareBytes(a, b)));
}

export function withUnreadableRoot(before: RegistrySnapshot, place: UnreadablePath): RegistrySnapshot {
  const { general, records } = before;
  const found = reportUnreadable(place, before.skills.size > 0);
  const now = { ...general, loader: [...general.loader, found] };
  const counts = countBySeverity([...allFindings({ general: now, records })]);
  return { ...before, generation: before.generation + 1, general: now, counts };
}

const CODES: ReadonlyMap<string, DiagnosticCode> = new Map(
  Object.keys(DIAGNOSTICS).map((code) => [code, code as DiagnosticCode]),
);

/** Shares strings, to save memory for 10,000 skills. */
function compactFindings(key: SkillKey, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Map<string, string>();
  const shared = (file: string): string => {
    const known = files.get(file) ?? file;
    files.set(file, known);
    return known;
  };
  return found.map((finding) => ({
    ...finding,
    code: CODES.get(finding.code) ?? finding.code,
    severity:
      DIAGNOSTICS[finding.code]?.severity === finding.severity
        ? DIAGNOSTICS[finding.code].severity
        : finding.severity,
    ...(finding.skillKey === key ? { skillKey: key } : {}),
    ...(finding.file === undefined ? {} : { file: shared(finding.file) }),
  }));
}
