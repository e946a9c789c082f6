import type { IndexEntry, SkillKey } from '../../contract/api.ts';
import type { Diagnostic, Severity } from '../../contract/diagnostic.ts';
import type { FolderRecord } from './assign-keys.ts';
import type { DeclaredGroup } from './declared-entries.ts';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { KeyRecord, RegistrySnapshot, SnapshotState, UnreadableRecord } from './registry-snapshot.ts';
import type { Skill } from './skill.ts';
import type { TableDraft } from './sorted-table.ts';

/** A snapshot in the making: copies to write to, and what the change has reached so far. Lives for one delta. */
export class SnapshotDraft {
  readonly before: RegistrySnapshot;
  readonly indexFile: ParsedIndexFile;
  readonly folders: TableDraft<FolderRecord>;
  readonly claims: TableDraft<FolderRecord>;
  readonly keys: TableDraft<KeyRecord>;
  readonly skills: TableDraft<Skill>;
  readonly drafts: TableDraft<Skill>;
  readonly entries: TableDraft<IndexEntry>;
  readonly declared: TableDraft<DeclaredGroup>;
  readonly dependents: TableDraft<SkillKey>;
  readonly folded: TableDraft<SkillKey>;
  readonly unreadable: TableDraft<UnreadableRecord>;
  walkDiagnostics: SnapshotState['walkDiagnostics'];
  withoutManifest: SnapshotState['withoutManifest'];
  readonly counts: Record<Severity, number>;
  /** Folders that are different, and all that claim a key whose claims are. */
  readonly touchedFolders = new Set<string>();
  /** Keys whose claims are different. */
  readonly touchedKeys = new Set<SkillKey>();
  /** Names in index.json whose entries, or whose skill, may be different. */
  readonly touchedNames = new Set<string>();
  /** Keys whose entry in index.json may be another one. */
  readonly unmatched = new Set<SkillKey>();
  /** Keys whose relations to others may be different. */
  readonly unrelated = new Set<SkillKey>();

  constructor(before: RegistrySnapshot, indexFile: ParsedIndexFile) {
    const { state } = before;
    this.before = before;
    this.indexFile = indexFile;
    this.folders = state.folders.edit();
    this.claims = state.claims.edit();
    this.keys = state.keys.edit();
    this.skills = before.skills.edit();
    this.drafts = before.drafts.edit();
    this.entries = before.entries.edit();
    this.declared = state.declared.edit();
    this.dependents = state.dependents.edit();
    this.folded = state.folded.edit();
    this.unreadable = state.unreadable.edit();
    this.walkDiagnostics = state.walkDiagnostics;
    this.withoutManifest = state.withoutManifest;
    this.counts = { ...before.counts };
  }

  /** The path of a folder as index.json may name it: below the folder that holds the languages. */
  nameOf(folder: string): string | undefined {
    const { skillsFolder } = this.before.location;
    if (skillsFolder === '') return folder;
    return folder.startsWith(`${skillsFolder}/`) ? folder.slice(skillsFolder.length + 1) : undefined;
  }

  /** The folder that a name in index.json means where it is no key. */
  folderOf(name: string): string {
    const { skillsFolder } = this.before.location;
    return skillsFolder === '' ? name : `${skillsFolder}/${name}`;
  }

  /** Counts findings that are no more, and those that are new. */
  recount(gone: readonly Diagnostic[] | undefined, found: readonly Diagnostic[] | undefined): void {
    if (gone === found) return;
    for (const { severity } of gone ?? []) this.counts[severity] -= 1;
    for (const { severity } of found ?? []) this.counts[severity] += 1;
  }

  /** The state that the next delta is applied to. */
  finish(rest: Pick<SnapshotState, 'general' | 'lastRun'>): SnapshotState {
    return {
      folders: this.folders.finish(),
      claims: this.claims.finish(),
      keys: this.keys.finish(),
      declared: this.declared.finish(),
      dependents: this.dependents.finish(),
      folded: this.folded.finish(),
      unreadable: this.unreadable.finish(),
      walkDiagnostics: this.walkDiagnostics,
      withoutManifest: this.withoutManifest,
      ...rest,
    };
  }
}
