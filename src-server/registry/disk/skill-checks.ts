import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { RegistryLayout, SkillKey } from '../../contract/api/api.ts';
import type { TokenCount } from '../../contract/api/token-count.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { PASSING_CODES } from '../../validation/rules.ts';
import { CheckUnfinishedError, checkTexts } from '../../validation/skill-checker.ts';
import { checkWholeSkill } from '../check-whole-skill.ts';
import { quickFindings } from '../model/first-findings.ts';
import type { ModelChange, RegistryModel } from '../model/registry-model.ts';
import type { Skill, SkillFindings } from '../model/skill.ts';
import { readSkillTexts } from '../read-skill-texts.ts';
import type { ReadFiles } from './load-registry.ts';

const EDITED_IN_A_ROW = 4;

/** `next` may repeat a key until `remove`. */
class CheckQueue {
  readonly #edited = new Set<SkillKey>();
  readonly #first = new Set<SkillKey>();
  #editedInARow = 0;

  get size(): number {
    return this.#edited.size + this.#first.size;
  }

  get isCaughtUp(): boolean {
    return this.#edited.size === 0;
  }

  /** No caller waits. */
  get isFirstPass(): boolean {
    return this.#edited.size === 0 && this.#first.size > 0;
  }

  add(key: SkillKey, row: 'edited' | 'first'): void {
    this.remove(key);
    (row === 'first' ? this.#first : this.#edited).add(key);
  }

  remove(key: SkillKey): void {
    this.#edited.delete(key);
    this.#first.delete(key);
  }

  /** Prefers edited skills without starving the first pass. */
  next(): SkillKey | undefined {
    const [[edited], [first]] = [this.#edited, this.#first];
    const isTheirTurn = edited !== undefined && (first === undefined || this.#editedInARow < EDITED_IN_A_ROW);
    this.#editedInARow = isTheirTurn ? this.#editedInARow + 1 : 0;
    return isTheirTurn ? edited : first;
  }
}

/** Between publications of the first pass. */
const PUBLISH_EVERY_MS = 1_000;

/** Pauses as long as checks, up to this: half of a core stays free. */
const LONGEST_REST_MS = 100;

interface SkillChecksOptions {
  readonly layout: RegistryLayout;
  readonly read: ReadFiles;
  readonly loadCounter: () => Promise<(text: string) => TokenCount>;
  readonly onChecked: (findings: ReadonlyMap<SkillKey, SkillFindings>) => void;
  readonly onStale: (skill: Skill) => void;
}

/** Applies slow rules (texts, tokens), edited skills first. */
export class SkillChecks {
  readonly #options: SkillChecksOptions;
  readonly #queue = new CheckQueue();
  readonly #closing = new AbortController();
  /** To find again in the next run. */
  readonly #passing = new WeakSet<readonly Diagnostic[]>();
  #found = new Map<SkillKey, SkillFindings>();
  #waiters: (() => void)[] = [];
  #model: RegistryModel | undefined;
  #counter: ReturnType<SkillChecksOptions['loadCounter']> | undefined;
  #hasBegun = false;
  #isRunning = false;
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SkillChecksOptions) {
    this.#options = options;
  }

  follow(model: RegistryModel, { changed, removed }: Pick<ModelChange, 'changed' | 'removed'>): void {
    const row = this.#model === undefined ? 'first' : 'edited';
    this.#model = model;
    for (const key of removed) this.#forget(key);
    for (const key of changed) {
      this.#forget(key);
      if (model.records.get(key)?.isChecked === false) this.#queue.add(key, row);
    }
    if (this.#hasBegun) void this.#run();
  }

  begin(): void {
    this.#hasBegun = true;
    void this.#run();
  }

  /** Resolves when no edited skill waits. */
  async caughtUp(): Promise<void> {
    if (!this.#hasBegun || this.#queue.isCaughtUp) return;
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  isLasting(findings: SkillFindings): boolean {
    return findings.isChecked && !this.#passing.has(findings.checks);
  }

  close(): void {
    this.#closing.abort();
    this.#release();
  }

  #forget(key: SkillKey): void {
    this.#queue.remove(key);
    this.#found.delete(key);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { signal } = this.#closing;
    for (let key = this.#queue.next(); key !== undefined && !signal.aborted; key = this.#queue.next()) {
      const startedAt = performance.now();
      const skill = this.#model?.records.get(key)?.skill;
      const found = skill && (await this.#check(skill));
      if (signal.aborted) return;
      // The skill may have changed or been removed meanwhile.
      if (this.#model?.records.get(key)?.skill === skill) {
        this.#queue.remove(key);
        if (found !== undefined) this.#found.set(key, found);
      }
      this.#publish();
      if (!this.#queue.isFirstPass) await nextTurn();
      else
        await pause(Math.min(performance.now() - startedAt, LONGEST_REST_MS), undefined, { signal }).catch(
          () => {},
        );
    }
    this.#isRunning = false;
  }

  #publish(): void {
    const isAwaited = this.#queue.isCaughtUp && (this.#waiters.length > 0 || this.#queue.size === 0);
    if (this.#found.size > 0 && (isAwaited || performance.now() >= this.#publishedAt + PUBLISH_EVERY_MS)) {
      const found = this.#found;
      this.#found = new Map();
      this.#publishedAt = performance.now();
      this.#options.onChecked(found);
    }
    if (this.#queue.isCaughtUp) this.#release();
  }

  #release(): void {
    for (const leave of this.#waiters.splice(0)) leave();
  }

  async #check(skill: Skill): Promise<SkillFindings> {
    const { layout, read } = this.#options;
    this.#counter ??= this.#options.loadCounter();
    try {
      const countTokens = await this.#counter;
      const texts = await readSkillTexts(skill, read);
      if (texts.isStale) this.#options.onStale(skill);
      const check = {
        check: async (...[known, context]: CheckArguments) =>
          withinStack(() => checkTexts(known, context, countTokens)),
      };
      const checks = await checkWholeSkill(texts, check, { layout, now: new Date() });
      if (!texts.isWhole || checks.some(({ code }) => PASSING_CODES.has(code))) this.#passing.add(checks);
      return { checks, isChecked: true };
    } catch (error) {
      return this.#unfinished(skill, `The skill could not be checked, because the check failed: ${error}.`);
    }
  }

  #unfinished(skill: Skill, message: string): SkillFindings {
    const place = { skillKey: skill.key, ...(skill.folder !== '' && { file: skill.folder }) };
    const quick = quickFindings(skill, this.#options.layout);
    const checks = [...quick, diagnose('check-unfinished', message, place)];
    this.#passing.add(checks);
    return { checks, isChecked: true };
  }
}

type CheckArguments = Parameters<Parameters<typeof checkWholeSkill>[1]['check']>;

/** A text may be nested too deeply for a rule. */
function withinStack<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof RangeError ? new CheckUnfinishedError('the stack of a thread') : error;
  }
}
