import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { countBySeverity, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { countWords, problemWords, SEVERITIES } from '../contract/diagnostics/severity.ts';
import type { Logger } from '../contract/service/logger.ts';
import { runInSlices } from '../run-in-slices.ts';
import { type ReadRules, SPECIFICATION } from '../validation/registry-rules.ts';
import { QUICK_CODES } from '../validation/rules.ts';
import type { SkillChecker } from '../validation/skill-checker.ts';
import { CheckQueue } from './check-queue.ts';
import { type CheckedSkill, checkServedSkill } from './check-served-skill.ts';
import { compactFindings } from './compact-findings.ts';
import { rulesFrom, rulesRequest } from './disk/read-rules.ts';
import type { KeptFindings } from './kept-findings.ts';
import type { LiveRegistry, SnapshotNews } from './live-registry.ts';
import type { RegistrySnapshot } from './model/registry-snapshot.ts';
import { parseRulesFile } from './model/rules-file.ts';
import { countProblems, type Problems, timelyFindings } from './problems.ts';
import { restAfter } from './rest-after.ts';
import { type ToldFindings, ToldTable } from './told-findings.ts';

/** While all skills are being checked, others are told of new numbers this often at most, in milliseconds. */
const TELL_EVERY_MS = 1_000;
/** Whoever asks for a fresh look waits this long at most, in milliseconds: a registry that is written all the time is never done. */
export const CAUGHT_UP_MS = 15_000;
/** rules.json, and the age of the index, are looked at this often, in milliseconds. */
const LOOK_EVERY_MS = 30_000;

export interface FullChecksOptions {
  readonly checker: Pick<SkillChecker, 'check'>;
  readonly logger: Logger;
  /** Whether the index may grow old; not that of the sample, which is as it was shipped. Default true. */
  readonly agesIndex?: boolean | undefined;
  /** What earlier runs found; without it every start checks every skill. */
  readonly kept?: KeptFindings | undefined;
  /** There are other numbers, though the registry is the same. */
  readonly onChange: () => void;
}

type ReadableRegistry = Pick<LiveRegistry, 'location' | 'read' | 'refresh'>;

/**
 * Applies to the skills that are served those rules that are too slow for the start: they read the texts and count
 * tokens. One skill after the other, edited ones first, each again only when it is another object; the texts are read by
 * the disk's thread and checked by the checker's. What an earlier run found in the same files isn't looked for again.
 * Until all are done, `checking` says how far it is.
 */
export class FullChecks {
  readonly #options: FullChecksOptions;
  readonly #known = new ToldTable();
  readonly #queue = new CheckQueue();
  readonly #closing = new AbortController();
  readonly #waiters = new Set<() => void>();
  #snapshot: RegistrySnapshot | undefined;
  #present: Problems | undefined;
  #live: ReadableRegistry | undefined;
  #running: Promise<void> | undefined;
  #rules: ReadRules = parseRulesFile(undefined);
  /** Whoever starts has read them, and no run has begun since. */
  #areRulesFresh = false;
  /** Something changed that nobody was told of when all was checked. */
  #isDue = true;
  #hasRestored = false;
  #saving: Promise<void> | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #clock: NodeJS.Timeout | undefined;
  #after: Promise<void> | undefined;

  constructor(options: FullChecksOptions) {
    this.#options = options;
  }

  /** Another snapshot is the present one. */
  follow(snapshot: RegistrySnapshot, { changed, removed }: Pick<SnapshotNews, 'changed' | 'removed'>): void {
    const isFirst = this.#snapshot === undefined;
    this.#snapshot = snapshot;
    this.#present = undefined;
    for (const key of removed) this.#forget(key);
    for (const key of changed) {
      const { skill, checks: quick } = snapshot.records.get(key) ?? {};
      const before = this.#known.get(key);
      if (skill === undefined || quick === undefined || before?.skill === skill) continue;
      const kept = (before?.told ?? []).filter(({ code }) => !QUICK_CODES.has(code));
      const told = skill.isManifestBroken ? [] : [...quick, ...kept];
      this.#known.set(key, { skill, quick, told, isWhole: false });
      if (skill.isManifestBroken) this.#queue.remove(key);
      else this.#queue.add(key, isFirst ? 'first' : 'edited');
    }
    this.#isDue = true;
    this.#run();
  }

  /**
   * Begins to check, and goes on with whatever changes.
   *
   * @param after what goes before the first check, such as the find index: both at once would hold more and take longer.
   *   It resolves, at the latest when the service closes.
   */
  begin(live: ReadableRegistry, after: Promise<void> = Promise.resolve()): void {
    this.#live = live;
    this.#after = after;
    this.#clock = setInterval(() => void this.#lookAround(live), LOOK_EVERY_MS).unref();
    this.#run();
  }

  /** The problems as far as they are known. The same object until there are others. */
  present(): Problems {
    const snapshot = this.#snapshot;
    if (snapshot === undefined) throw new ApiError('registry_unavailable', 'The registry was not read yet.');
    this.#present ??= this.#collect(snapshot);
    return this.#present;
  }

  /** Resolves when no edited skill waits to be checked, or after 15 s; at once where nothing is checked here. */
  async caughtUp(): Promise<void> {
    if (this.#live === undefined) return;
    await this.#lookAround(this.#live);
    if (this.#queue.isCaughtUp) return;
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiters.delete(leave);
        resolve();
      };
      const timer = setTimeout(leave, CAUGHT_UP_MS).unref();
      this.#waiters.add(leave);
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#clock);
    this.#release();
    await this.#running;
    await this.#saving;
  }

  #collect(snapshot: RegistrySnapshot): Problems {
    const checked = new Map(Array.from(this.#known.entries(), ([key, { told }]) => [key, told] as const));
    const general = this.#generalFindings(snapshot);
    const { rules } = this.#rules;
    const found = { snapshot, checked, general, rules };
    const total = snapshot.skills.size;
    const checking = this.#queue.size === 0 ? {} : { checking: { done: total - this.#queue.size, total } };
    if (rules !== SPECIFICATION) return { ...found, ...countProblems(found), ...checking };
    const [own, beside] = [countBySeverity(general), this.#known.beside];
    const counts = { ...snapshot.counts };
    for (const severity of SEVERITIES) counts[severity] += beside[severity] + own[severity];
    return { ...found, counts, relaxed: [], ...checking };
  }

  #generalFindings(snapshot: RegistrySnapshot): readonly Diagnostic[] {
    const { agesIndex = true } = this.#options;
    return [...this.#rules.diagnostics, ...(agesIndex ? timelyFindings(snapshot, new Date()) : [])];
  }

  #forget(key: SkillKey): void {
    this.#known.delete(key);
    this.#queue.remove(key);
  }

  #run(): void {
    if (this.#live === undefined || this.#running !== undefined || this.#closing.signal.aborted) return;
    this.#running = this.#checkAll(this.#live).finally(() => {
      this.#running = undefined;
      // What came when the last was done has nobody to check it.
      if (this.#isDue || this.#queue.size > 0) this.#run();
    });
  }

  async #checkAll(live: ReadableRegistry): Promise<void> {
    const { signal } = this.#closing;
    this.#isDue = false;
    // Once more would take a thread of the disk that a start has no other need of yet.
    const areFresh = this.#areRulesFresh;
    this.#areRulesFresh = false;
    if (!areFresh && (await this.#readRules(live))) this.#announce();
    await this.#after;
    await this.#restore();
    for (let key = this.#queue.next(); key !== undefined && !signal.aborted; key = this.#queue.next()) {
      const startedAt = performance.now();
      const known = this.#known.get(key);
      const checked = known && (await this.#check(known, live));
      // It may have changed or gone meanwhile: then it waits anew, or not at all.
      if (known !== undefined && checked !== undefined && this.#known.get(key)?.skill === known.skill) {
        this.#finish(key, checked);
        if (checked.isWhole) this.#options.kept?.note(known.skill, checked.told);
        this.#save();
      }
      if (!this.#queue.isFirstPass) await nextTurn();
      else await pause(restAfter(performance.now() - startedAt), undefined, { signal }).catch(() => {});
    }
    if (!signal.aborted && this.#queue.size === 0) this.#settle();
  }

  /** Once: takes over what earlier runs found in skills that are as they were. */
  async #restore(): Promise<void> {
    const { kept } = this.#options;
    if (kept === undefined || this.#hasRestored) return;
    this.#hasRestored = true;
    const { signal } = this.#closing;
    await kept.open();
    await runInSlices(this.#restoreSteps(kept), signal).catch(() => {});
    kept.forgetRest();
  }

  *#restoreSteps(kept: KeptFindings): Generator<void, void> {
    for (const key of this.#queue.waitingSinceStart()) {
      const skill = this.#known.get(key)?.skill;
      const told = skill && kept.take(skill);
      if (told !== undefined) this.#finish(key, { told, isWhole: true });
      yield;
    }
  }

  /** Keeps what is known for the next run, where enough of it is new. */
  #save(): Promise<void> | undefined {
    const { kept } = this.#options;
    if (kept?.isDue(this.#known.size, this.#queue.size === 0) !== true) return undefined;
    const whole = Array.from(this.#known.entries(), ([, known]) => known).filter(({ isWhole }) => isWhole);
    // What became known while it was being written may be worth it, too.
    this.#saving = kept.save(whole.map(({ skill, told }) => [skill, told])).then(() => this.#save());
    return this.#saving;
  }

  #finish(key: SkillKey, { told, isWhole }: CheckedSkill): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.set(key, { ...known, told: compactFindings(known.skill, told), isWhole });
    this.#queue.remove(key);
    if (this.#queue.isCaughtUp) this.#release();
    if (this.#queue.size === 0 || performance.now() < this.#toldAt + TELL_EVERY_MS) return;
    this.#announce();
  }

  /** Undefined where the skill has to be checked again. */
  #check({ skill, quick }: ToldFindings, live: ReadableRegistry): Promise<CheckedSkill | undefined> {
    const { checker, logger } = this.#options;
    const layout = this.#snapshot?.location.layout ?? 'registry';
    return checkServedSkill(skill, { live, checker, logger, layout, quick, signal: this.#closing.signal });
  }

  /**
   * Reads rules.json before anybody is told a number: what the registry's own rules relax is no error, not even in a
   * greeting. Never rejects.
   */
  async readRules(live: Pick<ReadableRegistry, 'location' | 'read'>): Promise<void> {
    this.#areRulesFresh = (await this.#readRules(live)) !== undefined;
  }

  /** @returns whether rules.json says something else than before; undefined where the disk doesn't say */
  async #readRules(live: Pick<ReadableRegistry, 'location' | 'read'>): Promise<boolean | undefined> {
    const [reading] = await live.read([rulesRequest(live.location.root)]).catch(() => []);
    if (reading === undefined) return undefined;
    const read = rulesFrom(reading);
    if (isDeepStrictEqual(read, this.#rules)) return false;
    this.#rules = read;
    return true;
  }

  /** Everything is checked; also after a change that left nothing to check. */
  #settle(): void {
    this.#release();
    this.#announce();
    const { snapshot, counts } = this.present();
    const skills = countWords(snapshot.skills.size, 'skill');
    this.#options.logger.info(`Checked ${skills}: ${problemWords(counts)}.`);
  }

  #announce(): void {
    this.#present = undefined;
    this.#toldAt = performance.now();
    this.#options.onChange();
  }

  #release(): void {
    for (const leave of this.#waiters) leave();
  }

  /** What no delta tells of: another rules.json, and an index that grew old. */
  async #lookAround(live: ReadableRegistry): Promise<void> {
    const hasRules = await this.#readRules(live);
    const before = this.#present;
    if (this.#closing.signal.aborted || before === undefined) return;
    const hasAged = this.#generalFindings(before.snapshot).length !== before.general.length;
    if (hasRules === true || hasAged) this.#announce();
  }
}
