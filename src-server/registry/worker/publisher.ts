import { isDeepStrictEqual } from 'node:util';
import type { SkillKey } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { messageOf } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type DangerPlace, WORST_DANGERS, worstDangers } from '../../search/dangers.ts';
import { type FoundEntries, findEntries, keepEntries } from '../../search/entries.ts';
import type { TitledLines } from '../../search/passages.ts';
import { searchDocument } from '../../search/search-document.ts';
import type { SkillTerms, TermBatch } from '../../search/skill-terms.ts';
import type { SkillSplitter } from '../../search/split-skills.ts';
import { inOneBuffer, NO_RECORDS } from '../../search/term-records.ts';
import type { CheckedTexts } from '../../validation/check-skill.ts';
import { withheldReason } from '../../validation/rules/withheld.ts';
import type { FoldedChange, FoldedSkill } from '../fold-layers.ts';
import { worstOf } from '../problems.ts';
import type { SkillFindings } from '../skill-record.ts';
import { TextBlock } from '../text-block.ts';
import {
  PATCH_SKILLS,
  type RecordChange,
  type RegistryPatch,
  type RegistryState,
} from '../worker-messages.ts';

type Texts = ReadonlyMap<string, string>;

interface Published extends FoldedSkill {
  /** Says that find doesn't know its texts. */
  readonly unsplit: readonly Diagnostic[];
  readonly checks: readonly Diagnostic[];
  readonly isChecked: boolean;
}

interface Row {
  /** The fields of the record that are different. */
  readonly change: RecordChange;
  readonly now: Published;
  /** The folder was read anew, so `change` has its texts. */
  readonly hasNewTexts: boolean;
}

interface FoundTexts {
  readonly textEntries: FoundEntries | undefined;
  readonly dangers?: readonly DangerPlace[];
  readonly unsplit?: Diagnostic;
}

interface PublisherOptions {
  readonly splitter: Pick<SkillSplitter, 'split' | 'batch' | 'forget' | 'startAgain'>;
  readonly post: (patch: RegistryPatch, buffers?: readonly ArrayBuffer[]) => void;
  /** Reads the texts of a skill; undefined if they can't be read now, or are no longer its own. */
  readonly textsOf: (skill: FoldedSkill) => Texts | undefined;
}

const NO_TEXTS = TextBlock.of(new Map());

/** Milliseconds that findings and tokens wait for those of other skills. */
const PATCH_MS = 100;

/**
 * Knows what the serving thread has, and posts the difference in patches of at most `PATCH_SKILLS` skills. If posting
 * fails, the rest is posted with the next change: what was not posted is never taken for published.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #published = new Map<SkillKey, Published>();
  readonly #counted = new Map<SkillKey, Omit<CheckedTexts, 'checks'>>();
  #countedSince = 0;
  /** What could not be posted yet. */
  readonly #coming = new Map<SkillKey, FoldedSkill>();
  readonly #leaving = new Set<SkillKey>();
  #isFirst = true;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Returns the skills that the serving thread doesn't have in this state, and whose texts can't be read now. */
  unreadable(skills: readonly FoldedSkill[]): readonly FoldedSkill[] {
    const { textsOf } = this.#options;
    return skills.filter(
      (skill) => this.#published.get(skill.key)?.source !== skill.source && textsOf(skill) === undefined,
    );
  }

  /**
   * Posts what is different. Returns the keys to check; unless `isFirst`, their words were posted, too.
   *
   * @param change skills that may have changed since, and keys that are gone
   */
  publish(
    change: FoldedChange,
    state: RegistryState,
  ): { readonly keys: readonly SkillKey[]; readonly isFirst: boolean } {
    const isFirst = this.#isFirst;
    for (const key of change.removed) {
      this.#coming.delete(key);
      if (this.#published.has(key)) this.#leaving.add(key);
    }
    for (const skill of change.changed) {
      this.#leaving.delete(skill.key);
      if (this.#isOther(skill)) this.#coming.set(skill.key, skill);
      else this.#coming.delete(skill.key);
    }
    const changed = [...this.#coming.values()];
    const removed = [...this.#leaving];
    this.#options.splitter.forget(removed);
    const keys: SkillKey[] = [];
    for (let start = 0; start === 0 || start < changed.length; start += PATCH_SKILLS) {
      const isLast = start + PATCH_SKILLS >= changed.length;
      const part = changed.slice(start, start + PATCH_SKILLS).map((skill) => this.#changeOf(skill));
      const toSplit = part.filter(({ hasNewTexts, change }) => hasNewTexts || change.entry !== undefined);
      // Find and list know of a change at the same time; at a start, the list doesn't wait for the words.
      const hasWords = toSplit.length > 0 || (isLast && removed.length > 0);
      const terms = isFirst || !hasWords ? undefined : this.#split(toSplit);
      this.#post({
        removed: isLast ? removed : [],
        isWhole: isFirst && start === 0,
        changed: part.map(({ change, now }) => {
          const { unsplit, textEntries, dangers } = terms?.found.get(now.key) ?? {};
          return {
            ...change,
            ...(textEntries && { textEntries, dangers }),
            ...(unsplit && { findings: findingsOf({ ...now, unsplit: [unsplit] }) }),
          };
        }),
        ...(isLast && { state: boundedState(state) }),
        ...(terms && { terms: terms.batch }),
      });
      this.#isFirst = false;
      for (const { now } of part) {
        const { unsplit } = terms?.found.get(now.key) ?? {};
        this.#coming.delete(now.key);
        this.#published.set(now.key, unsplit === undefined ? now : { ...now, unsplit: [unsplit] });
      }
      for (const { now } of toSplit) keys.push(now.key);
    }
    for (const key of removed) this.#published.delete(key);
    this.#leaving.clear();
    return { keys, isFirst };
  }

  postTerms(keys: readonly SkillKey[]): void {
    const skills = keys.flatMap((key) => this.#published.get(key) ?? []);
    const { batch, found } = this.#split(skills.map((now) => ({ now, hasNewTexts: true })));
    const changed = Array.from(found, ([key, { textEntries, dangers, unsplit }]): RecordChange => {
      if (unsplit === undefined) return { key, textEntries, dangers };
      const now = { ...(this.#published.get(key) as Published), unsplit: [unsplit] };
      this.#published.set(key, now);
      return { key, textEntries, findings: findingsOf(now) };
    });
    this.#post({ changed, isCheck: true, terms: batch });
  }

  /** Gives up the words of what was split so far: the serving thread has them. */
  forgetWords(): void {
    this.#options.splitter.startAgain();
  }

  unchecked(key: SkillKey): FoldedSkill | undefined {
    const skill = this.#published.get(key);
    return skill?.isChecked ? undefined : skill;
  }

  /**
   * Takes what was found about a skill, to be posted with others: call `postChecks` when nothing else is to be
   * checked.
   */
  takeChecks({ key, source }: FoldedSkill, { checks, ...counted }: CheckedTexts): void {
    const now = this.#published.get(key);
    if (now === undefined || now.source !== source) return;
    this.#published.set(key, { ...now, checks, isChecked: true });
    if (this.#counted.size === 0) this.#countedSince = performance.now();
    this.#counted.set(key, counted);
    const isDue = performance.now() - this.#countedSince >= PATCH_MS;
    if (isDue || this.#counted.size >= PATCH_SKILLS) this.postChecks();
  }

  postChecks(): void {
    const changed = [...this.#counted].flatMap(([key, counted]): RecordChange[] => {
      const now = this.#published.get(key);
      return now?.isChecked ? [{ key, findings: findingsOf(now), ...counted }] : [];
    });
    if (changed.length > 0) this.#post({ changed, isCheck: true });
    this.#counted.clear();
  }

  #post(patch: Partial<RegistryPatch>): void {
    const empty = { changed: [], removed: [], isWhole: false, isCheck: false };
    try {
      // All arrays of a skill are parts of one buffer.
      const buffers = patch.terms?.skills.map(({ records }) => records.buffer as ArrayBuffer);
      this.#options.post({ type: 'patch', ...empty, ...patch }, buffers);
    } catch (error) {
      if (patch.terms !== undefined) this.#options.splitter.startAgain();
      throw error;
    }
  }

  /**
   * Splits texts into words. A skill that can't be split is found by its name and summary, else not at all, and its
   * findings say so.
   */
  #split(rows: readonly Pick<Row, 'now' | 'hasNewTexts'>[]) {
    const found = new Map<SkillKey, FoundTexts>();
    const terms = rows.flatMap(({ now: skill, hasNewTexts }) => {
      const { key } = skill;
      const texts = this.#options.textsOf(skill);
      // They were changed or taken away since: what find knows stays until the next scan.
      if (texts === undefined) return [];
      try {
        const lines = new Map<string, TitledLines>();
        const textEntries = findEntries(texts, lines);
        const terms = this.#termsOf(skill, texts, textEntries, lines);
        keepEntries(texts, textEntries);
        const dangers = worstDangers(skill.source.manifest, texts, WORST_DANGERS);
        if (hasNewTexts) found.set(key, { textEntries, dangers });
        return terms;
      } catch (error) {
        found.set(key, { textEntries: undefined, unsplit: reportUnsplit(skill, error) });
      }
      try {
        return this.#termsOf(skill, new Map());
      } catch {
        return withoutTerms(key);
      }
    });
    const batch: TermBatch = this.#options.splitter.batch(terms);
    return { batch, found };
  }

  #termsOf(
    skill: FoldedSkill,
    texts: Texts,
    textEntries?: FoundEntries,
    lines?: ReadonlyMap<string, TitledLines>,
  ): SkillTerms {
    const document = searchDocument({ ...skill.source, ...skill });
    return this.#options.splitter.split(document, texts, textEntries, lines);
  }

  #isOther({ key, source, entry, reading, registry }: FoldedSkill): boolean {
    const before = this.#published.get(key);
    if (before === undefined || before.source !== source || before.registry !== registry) return true;
    return !isDeepStrictEqual(before.entry, entry) || !isDeepStrictEqual(before.reading, reading);
  }

  #changeOf(skill: FoldedSkill): Row {
    const { key, source, reading, registry } = skill;
    const before = this.#published.get(key);
    const hasNewTexts = before?.source !== source;
    const hasSameFindings = before !== undefined && isDeepStrictEqual(before.reading, reading);
    const entry =
      before !== undefined && isDeepStrictEqual(before.entry, skill.entry) ? before.entry : skill.entry;
    const isChecked = !hasNewTexts && before.isChecked;
    const now = {
      ...skill,
      entry,
      isChecked,
      checks: before?.checks ?? [],
      unsplit: hasNewTexts || before === undefined ? [] : before.unsplit,
    };
    const { folder, manifest, manifestText, files, contentPaths, overviewSummary, firstDanger } = source;
    const texts = hasNewTexts ? TextBlock.of(this.#options.textsOf(skill) ?? NO_TEXTS) : undefined;
    const change = {
      key,
      registry,
      ...(texts && {
        folder,
        manifest,
        manifestText,
        files,
        contentPaths,
        overviewSummary,
        firstDanger,
        tokens: undefined,
        harmless: undefined,
        textEntries: undefined,
        dangers: undefined,
        texts: texts.shared,
        withheld: withheldReason(key, source, texts),
      }),
      ...(entry !== before?.entry && { entry }),
      ...((hasNewTexts || !hasSameFindings) && { findings: findingsOf(now) }),
    };
    return { change, now, hasNewTexts };
  }
}

function findingsOf({ reading, unsplit, checks, isChecked }: Published): SkillFindings {
  const all = unsplit.length === 0 ? reading : [...unsplit, ...reading];
  if (all.length + checks.length <= LIMITS.findingsPerSkill) return { reading: all, checks, isChecked };
  const { found, more } = worstOf([...all, ...checks], LIMITS.findingsPerSkill);
  return { reading: [], checks: found, isChecked, ...(more && { more }) };
}

function boundedState(state: RegistryState): RegistryState {
  const { found, more } = worstOf(state.general, LIMITS.generalFindings);
  return more === undefined ? state : { ...state, general: found, furtherGeneral: more };
}

function reportUnsplit({ key, source: { folder } }: FoldedSkill, error: unknown): Diagnostic {
  const message = `find knows ${key} by its name, tags and summary alone: its texts could not be split into words (${messageOf(error)}).`;
  return diagnose('find-incomplete', message, { skillKey: key, ...(folder !== '' && { file: folder }) });
}

function withoutTerms(key: SkillKey): SkillTerms {
  return inOneBuffer({
    key,
    ...NO_RECORDS,
    length: 0,
    filePassages: new Uint32Array(0),
    entries: new Uint8Array(0),
    codeRuns: new Uint32Array(0),
    codeEntries: new Uint16Array(0),
  });
}
