import type { IndexEntry, SkillKey } from '../contract/api.ts';
import { compareDiagnostics, type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { messageOf } from '../contract/errors.ts';
import { truncate } from '../validation/finding.ts';
import { JsonPositions } from '../validation/json-position.ts';
import {
  claimKey,
  compareClaimants,
  type EntryMatch,
  isSkillClaim,
  type KeyCandidate,
  matchEntry,
  outerSkill,
  pathBelow,
  reportUnmatched,
  type SkillClaim,
  withoutManifest,
} from './assign-keys.ts';
import type { DeclaredEntry } from './index-json.ts';
import type { ReadableFolder, RegistryContents, SkillFolder, UnreadablePath } from './skill-folder.ts';
import { isInFolder, joinRelative, parentOf } from './worker/disk.ts';
import type { Draft } from './worker-messages.ts';

/** A skill of one layer: its folder, its entry of the list, and what was found while both were read. */
export interface ModelSkill {
  readonly key: SkillKey;
  readonly source: ReadableFolder;
  readonly entry: IndexEntry;
  readonly reading: readonly Diagnostic[];
}

/**
 * The skills that a layer can serve, with their diagnostics and without their texts. An update recomputes the skills of
 * changed folders; a changed index.json recomputes all.
 */
export class RegistryModel {
  /** What each folder with a skill.json claims, by folder. */
  readonly claims = new Map<string, KeyCandidate>();
  readonly skills = new Map<SkillKey, ModelSkill>();
  #contents: RegistryContents | undefined;
  readonly #claimants = new Map<SkillKey, SkillClaim[]>();
  readonly #matches = new Map<SkillKey, EntryMatch>();
  /** Entries of index.json by their key. */
  #entries: ReadonlyMap<string, readonly DeclaredEntry[]> = new Map();
  #positions: JsonPositions | undefined;
  readonly #drafts = new Map<string, Draft & { readonly key: SkillKey }>();
  /** How many drafts have a key. */
  readonly #draftKeys = new Map<SkillKey, number>();
  /** Findings of folders that aren't served. */
  readonly #unserved = new Map<string, readonly Diagnostic[]>();
  /** Findings of entries without a served skill, by their key. */
  readonly #unmatched = new Map<string, readonly Diagnostic[]>();
  #missing: ReadonlyMap<string, Diagnostic> = new Map();
  #general: readonly Diagnostic[] | undefined;
  #draftList: readonly Draft[] | undefined;
  readonly #isForList: boolean;

  /** @param isForList no findings are made of entries */
  constructor(isForList = false) {
    this.#isForList = isForList;
  }

  /** Contents of the registry at the last update. */
  get contents(): RegistryContents {
    if (this.#contents === undefined) throw new Error('The model has no contents yet.');
    return this.#contents;
  }

  get drafts(): readonly Draft[] {
    this.#draftList ??= [...this.#drafts.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
    return this.#draftList;
  }

  get general(): readonly Diagnostic[] {
    this.#general ??= this.#makeGeneral().sort(
      (a, b) => compareDiagnostics(a, b) || (a.column ?? 0) - (b.column ?? 0),
    );
    return this.#general;
  }

  get leftOut(): number {
    return this.claims.size + this.#missing.size - this.skills.size - this.#drafts.size;
  }

  /**
   * Returns the keys whose skill is new, different or gone.
   *
   * @param changed folders that are new, different or gone
   */
  update(contents: RegistryContents, changed: Iterable<string>): ReadonlySet<SkillKey> {
    const before = this.#contents;
    this.#contents = contents;
    const keys = new Set<SkillKey>();
    const names = new Set<string>();
    for (const folder of this.#withInnerSkills(changed)) this.#claim(folder, keys, names);
    if (contents.walkDiagnostics !== before?.walkDiagnostics) this.#findMissing(names);
    if (contents.indexFile !== before?.indexFile) this.#readIndex(keys, names);
    // An entry names the skill that lies in its folder as long as no skill has its key.
    for (const name of [...keys, ...names]) {
      const { key } = this.claims.get(this.#folderOf(name)) ?? {};
      if (key !== undefined) keys.add(key);
      names.add(name);
    }
    for (const key of keys) this.#match(key);
    for (const name of names) this.#reportUnmatched(name);
    const isOther =
      contents.walkDiagnostics !== before?.walkDiagnostics ||
      contents.indexFile !== before.indexFile ||
      contents.unreadable !== before.unreadable;
    // The sentence about an unreadable path depends on the skills around.
    if (isOther || keys.size > 0 || names.size > 0) this.#general = undefined;
    return keys;
  }

  get #skillsFolder(): string {
    return this.contents.location.skillsFolder;
  }

  #folderOf(name: string): string {
    return joinRelative(this.#skillsFolder, name);
  }

  /** Adds the skills that lie inside of those that came or went. */
  #withInnerSkills(changed: Iterable<string>): ReadonlySet<string> {
    const { folders } = this.contents;
    const affected = new Set(changed);
    const toggled = new Set(
      [...affected].filter((folder) => this.claims.has(folder) !== folders.has(folder)),
    );
    if (toggled.size > 0 && this.claims.size > 0)
      // A pass over all names, where skills come or go.
      for (const folder of folders.keys())
        if (outerSkill(folder, toggled) !== undefined) affected.add(folder);
    return affected;
  }

  #claim(folder: string, keys: Set<SkillKey>, names: Set<string>): void {
    const { folders } = this.contents;
    const before = this.claims.get(folder);
    if (before !== undefined) this.#withdraw(before, keys, names);
    names.add(pathBelow(this.#skillsFolder, folder));
    this.#unserved.delete(folder);
    const source = folders.get(folder);
    if (source === undefined) return;
    const claim = guarded(source, () => claimKey(source, this.#skillsFolder, outerSkill(folder, folders)));
    const { key, kind, findings } = claim;
    this.claims.set(folder, claim);
    if (isSkillClaim(claim)) {
      const claimants = this.#claimants.get(claim.key) ?? [];
      claimants.push(claim);
      this.#claimants.set(claim.key, claimants.sort(compareClaimants));
      keys.add(claim.key);
      return;
    }
    this.#unserved.set(folder, findings);
    if (kind !== 'draft' || key === undefined) return;
    this.#drafts.set(folder, { key, folder, toWrite: source.placeholders.length });
    this.#draftKeys.set(key, (this.#draftKeys.get(key) ?? 0) + 1);
    this.#draftList = undefined;
    names.add(key);
  }

  #withdraw({ key, source }: KeyCandidate, keys: Set<SkillKey>, names: Set<string>): void {
    const { folder } = source;
    this.claims.delete(folder);
    if (key === undefined) return;
    names.add(key);
    if (this.#drafts.delete(folder)) {
      this.#draftList = undefined;
      const left = (this.#draftKeys.get(key) ?? 1) - 1;
      if (left === 0) this.#draftKeys.delete(key);
      else this.#draftKeys.set(key, left);
    }
    const claimants = this.#claimants.get(key)?.filter((one) => one.source.folder !== folder);
    if (claimants === undefined) return;
    keys.add(key);
    if (claimants.length === 0) this.#claimants.delete(key);
    else this.#claimants.set(key, claimants);
  }

  #findMissing(names: Set<string>): void {
    const before = this.#missing;
    this.#missing = withoutManifest(this.contents.walkDiagnostics);
    for (const folder of [...before.keys(), ...this.#missing.keys()])
      if (before.has(folder) !== this.#missing.has(folder)) names.add(pathBelow(this.#skillsFolder, folder));
  }

  /** All skills and entries are matched again. */
  #readIndex(keys: Set<SkillKey>, names: Set<string>): void {
    const { indexFile } = this.contents;
    const entries = new Map<string, DeclaredEntry[]>();
    for (const declared of indexFile.index?.entries ?? []) {
      const known = entries.get(declared.key);
      if (known === undefined) entries.set(declared.key, [declared]);
      else known.push(declared);
    }
    for (const name of [...this.#entries.keys(), ...entries.keys()]) names.add(name);
    for (const key of this.#claimants.keys()) keys.add(key);
    this.#entries = entries;
    this.#positions = undefined;
  }

  /** A skill that can't be matched harms itself only. */
  #match(key: SkillKey): void {
    const claimants = this.#claimants.get(key) ?? [];
    for (const { source } of claimants) this.#unserved.delete(source.folder);
    const [first, ...others] = claimants;
    if (first === undefined) {
      this.skills.delete(key);
      this.#matches.delete(key);
      return;
    }
    try {
      const match = matchEntry(
        key,
        first.source,
        this.#entriesOf(key, claimants),
        this.#matches.get(key),
        this.contents.indexFile.index,
        this.#isForList,
      );
      const { entry, findings } = match;
      const duplicates = others.map(({ source: { folder } }) => {
        const message = `${folder} is not served: ${first.source.folder} has the key ${key} too, and is served.`;
        const file = joinRelative(folder, 'skill.json');
        return diagnose('key-duplicate', message, { skillKey: key, file, line: 1, column: 1 });
      });
      const reading = [...first.findings, ...duplicates, ...findings.map((found) => this.#placed(found))];
      this.#matches.set(key, match);
      this.skills.set(key, { key, source: first.source, entry, reading });
      for (const { source, findings: own } of others) this.#unserved.set(source.folder, own);
    } catch (error) {
      this.skills.delete(key);
      this.#matches.delete(key);
      this.#unserved.set(first.source.folder, [reportFailure(first.source, error)]);
    }
  }

  #entriesOf(key: SkillKey, claimants: readonly SkillClaim[]): readonly DeclaredEntry[] {
    const byFolder = claimants.flatMap(({ source }) => {
      const name = pathBelow(this.#skillsFolder, source.folder);
      return name === key || this.#claimants.has(name) ? [] : (this.#entries.get(name) ?? []);
    });
    return [...(this.#entries.get(key) ?? []), ...byFolder.sort((a, b) => a.position - b.position)];
  }

  #reportUnmatched(name: string): void {
    const entries = this.#entries.get(name);
    const folder = this.#folderOf(name);
    const claim = this.claims.get(folder);
    if (entries === undefined || this.#claimants.has(name) || claim?.kind === 'skill') {
      this.#unmatched.delete(name);
      return;
    }
    // Unservable folders have their own diagnostic; entries of drafts are fine.
    const isTold = claim === undefined ? this.#missing.has(folder) : claim.source.manifest === undefined;
    const isKnown = isTold || this.#draftKeys.has(name) || claim?.kind === 'draft';
    const found = entries.flatMap((declared) => reportUnmatched(declared, isKnown));
    this.#unmatched.set(
      name,
      found.map((one) => this.#placed(one)),
    );
  }

  #placed(found: Diagnostic): Diagnostic {
    if (this.#isForList || found.file !== 'index.json' || found.pointer === undefined) return found;
    this.#positions ??= new JsonPositions(this.contents.indexFile.text ?? '', 'skills');
    return { ...found, ...this.#positions.of(found.pointer) };
  }

  #makeGeneral(): Diagnostic[] {
    const { indexFile, walkDiagnostics, unreadable } = this.contents;
    // Unservable skills are skills, and unreadable folders may contain some.
    const isEmpty =
      this.claims.size + this.#missing.size === 0 && unreadable.every(({ path }) => path === 'index.json');
    return [
      ...walkDiagnostics,
      ...indexFile.diagnostics.map((found) => this.#placed(found)),
      ...(isEmpty ? [diagnose('registry-empty', 'The registry has no skill.')] : []),
      ...[...this.#unserved.values()].flat(),
      ...unreadable.map((place) => this.#reportUnreadable(place)),
      ...[...this.#unmatched.values()].flat(),
    ];
  }

  /**
   * Says of an unreadable path whether the last state of the skill that it is in, or of one below it, is still
   * served.
   */
  #reportUnreadable({ path, code }: UnreadablePath): Diagnostic {
    const skill = this.#servedAround(path) ?? this.#servedBelow(path);
    const { source, key } = skill ?? {};
    const inSkill = source?.folder === '' ? path : path.slice((source?.folder.length ?? 0) + 1);
    const isUnread = source?.files.get(inSkill)?.unread !== undefined;
    const hasIndex = this.contents.indexFile.index !== undefined;
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

  #servedAt(folder: string): ModelSkill | undefined {
    const { key = '' } = this.claims.get(folder) ?? {};
    const skill = this.skills.get(key);
    return skill?.source.folder === folder ? skill : undefined;
  }

  #servedAround(path: string): ModelSkill | undefined {
    for (let folder = path; ; folder = parentOf(folder)) {
      const skill = this.#servedAt(folder);
      if (skill !== undefined || folder === '') return skill;
    }
  }

  /** A pass over all skills, where a folder of several can't be read. */
  #servedBelow(path: string): ModelSkill | undefined {
    let first: ModelSkill | undefined;
    for (const skill of this.skills.values()) {
      const { folder } = skill.source;
      if (isInFolder(path, folder) && (first === undefined || folder < first.source.folder)) first = skill;
    }
    return first;
  }
}

function guarded(source: SkillFolder, claim: () => KeyCandidate): KeyCandidate {
  try {
    return claim();
  } catch (error) {
    const findings = [reportFailure(source, error)];
    return { source, kind: 'unserved', key: undefined, isFromPath: false, findings };
  }
}

function reportFailure({ folder }: SkillFolder, error: unknown): Diagnostic {
  const message = `${folder} can't be read (${truncate(messageOf(error))}). Nothing of it is served.`;
  return diagnose('file-unreadable', message, { file: joinRelative(folder, 'skill.json') });
}
