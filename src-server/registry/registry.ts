import { isDeepStrictEqual } from 'node:util';
import type { SkillKey } from '../contract/api.ts';
import { type Diagnostic, diagnose, type RegistryRules } from '../contract/diagnostic.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Logger } from '../contract/service.ts';
import { compareText, countWords, groupDigits, listWords } from '../contract/words.ts';
import { inTurns, type SearchChange } from '../search/search-engine.ts';
import type { SubmissionReview } from './check-submission.ts';
import { SkillTally } from './problems.ts';
import type { SkillRecord } from './skill-record.ts';
import {
  changedRecord,
  EMPTY_SNAPSHOT,
  isOf,
  type RegistrySnapshot,
  recordsOf,
  stillUnread,
  unreadLayers,
  withKeptLayers,
} from './snapshot.ts';
import { DecodedTexts } from './text-block.ts';
import type {
  FollowOptions,
  FromRegistryWorker,
  LayerFolder,
  ProgressNote,
  RegistryPatch,
  RegistryState,
  ScanState,
  WatchMode,
} from './worker-messages.ts';
import { Rescans, Reviews, Turns, Waiters, WorkerThread } from './worker-thread.ts';

export interface RegistryOptions extends Omit<FollowOptions, 'head'> {
  readonly logger: Logger;
  readonly workerUrl: URL | undefined;
  readonly restartMs?: number;
  readonly countedMs?: number;
  /** Milliseconds that questions wait for the words of a start. Default: they wait until the words are known. */
  readonly wordsMs?: number | undefined;
}

const MOST_NAMED = 3;
/** How often a worker may end before it has read the registry; then opening the registry fails. */
const MOST_ENDS = 3;
/** How often a worker may end before all words are known; then find answers from the skills whose words are. */
const MOST_ENDS_OF_WORDS = 2;

/**
 * The registry on the serving thread: holds what is served now, with every text, and keeps the worker running that
 * reads it. Each patch of the worker makes a new immutable `RegistrySnapshot`, which is swapped as a whole; a request
 * uses one to its end. While the worker has ended or a folder is away, the last state is served.
 */
export class Registry {
  /**
   * Called after each change of skills, findings or state; with true if skills are others. Set before the first
   * await, as `onSearchChange`.
   */
  onChange: (areSkillsNew: boolean) => void = () => {};
  /**
   * Called before `onChange`. Of a change of more than `TURN_SKILLS` skills, search gets to know at once which are
   * gone, and the others turn by turn, each with its words: until then it answers with what they were.
   */
  onSearchChange: (change: SearchChange<SkillRecord>) => void = () => {};
  readonly #options: RegistryOptions;
  readonly #thread: WorkerThread;
  readonly #rescans: Rescans;
  /** Who waits for the next message, or the end of the worker. */
  readonly #waiters = new Waiters();
  #layers: readonly LayerFolder[];
  #snapshot: RegistrySnapshot = EMPTY_SNAPSHOT;
  #state: RegistryState = EMPTY_SNAPSHOT;
  readonly #tally = new SkillTally();
  readonly #decoded = new DecodedTexts();
  /** Messages that were not taken yet, and parts of large ones: requests are answered between them. */
  readonly #arrived = new Turns();
  readonly #reviews: Reviews;
  /** The patches of a change whose last one hasn't come yet. */
  #parts: RegistryPatch[] = [];
  /** Layers whose last state a worker before had read. */
  #unread: ReadonlySet<string> = new Set();
  #scanned: ScanState | undefined;
  /** Milliseconds from the start until all words were known. */
  indexMs: number | undefined;
  readonly #startedAt = performance.now();
  /** The time since which no worker reads, and why. */
  #ended: { readonly at: Date; readonly reason: string } | undefined;
  /** How far the reader is; empty once it has nothing more to do, and while it has ended. */
  #progress: Partial<Record<ProgressNote['step'], ProgressNote>> = {};
  /** The number of ends of a worker since the start, or since the words were known. */
  #ends = 0;
  /** How often a worker has ended, in a row, before all skills were checked. */
  endsOfChecks = 0;

  constructor(options: RegistryOptions) {
    const { workerUrl, logger, restartMs, layers, watch, scanIntervalMs, isReplica } = options;
    this.#options = options;
    this.#layers = layers;
    this.#thread = new WorkerThread({
      workerUrl,
      logger,
      firstPauseMs: restartMs,
      options: () => {
        const { generation, head } = this.#snapshot;
        const served = generation === 0 ? undefined : head;
        return { layers: this.#layers, watch, scanIntervalMs, isReplica, head: served };
      },
      onMessage: (message) => this.#arrived.add(() => this.#take(message)),
      onEnd: (reason) => this.#endedWorker(reason),
    });
    this.#reviews = new Reviews(this.#thread);
    this.#rescans = new Rescans(this.#thread, () => ({ type: 'scan', layers: this.#layers }));
  }

  /** Throws `registry_unavailable` while no layer was ever read. */
  snapshot(): RegistrySnapshot {
    const { unavailable } = this;
    if (unavailable !== undefined) throw new ApiError('registry_unavailable', unavailable);
    return this.#snapshot;
  }

  get latest(): RegistrySnapshot {
    return this.#snapshot;
  }

  /** Why nothing is served: no layer was ever read. */
  get unavailable(): string | undefined {
    const { layers } = this.#snapshot;
    if (layers.length === 0) return this.#scanned?.failure ?? 'The registry was not read yet.';
    return layers.some(({ location }) => location !== undefined) ? undefined : layers[0]?.unavailable;
  }

  /** Why no layer can be read now; the last state of each is served. */
  get away(): string | undefined {
    const reasons = this.#snapshot.layers.map(({ unavailable }) => unavailable);
    return reasons.length === 0 || reasons.includes(undefined) ? this.unavailable : reasons[0];
  }

  get watching(): WatchMode {
    return this.#ended === undefined ? (this.#scanned?.watching ?? 'off') : 'off';
  }

  get scannedAt(): Date | undefined {
    return this.#scanned?.endedAt;
  }

  /** The time since which nothing reads the registry, while what reads it is started again. */
  get endedAt(): Date | undefined {
    return this.#ended?.at;
  }

  /** How many skills a scan has read that still goes on. */
  get reading(): { readonly done: number } | undefined {
    const { done } = this.#progress.reading ?? {};
    return done === undefined ? undefined : { done };
  }

  /** The number of skills whose words find knows, of all, while it gets to know them. */
  get indexing(): { readonly done: number; readonly total: number } | undefined {
    const { done, total } = this.#progress.indexing ?? {};
    return done === undefined || total === undefined ? undefined : { done, total };
  }

  /** Resolves when the registry was read. Rejects if it can't be, or what reads it ends again and again. */
  async opened(): Promise<void> {
    await this.#waiters.until(() => this.#scanned !== undefined || this.#ends >= MOST_ENDS);
    if (this.#scanned === undefined)
      throw new Error(
        `The registry can't be read: what reads it ends each time (${firstLine(this.#ended)}).`,
      );
    if (this.unavailable !== undefined) throw new Error(this.unavailable);
  }

  /**
   * Resolves when all words are known, or what reads them ends again and again. Rejects with `registry_unavailable` if
   * that takes longer than `wordsMs`.
   */
  async indexed(): Promise<void> {
    const isKnown = () => this.indexMs !== undefined || this.#ends >= MOST_ENDS_OF_WORDS;
    if (isKnown() || (await this.#waiters.until(isKnown, this.#options.wordsMs))) return;
    const { done = 0, total = this.#snapshot.skills.size } = this.indexing ?? {};
    const known = `${groupDigits(done)} of ${countWords(total, 'skill')}`;
    throw new ApiError(
      'registry_unavailable',
      `find still reads the words of the skills: it knows those of ${known}. Ask again in a minute.`,
    );
  }

  /** Resolves when the tokens of the skill are counted, or can't be: it is gone, nothing reads it, or it takes too long. */
  async counted(key: SkillKey): Promise<void> {
    const isWaiting = () => {
      const record = this.#snapshot.skills.get(key);
      return record !== undefined && record.tokens === undefined && this.#ended === undefined;
    };
    if (!isWaiting()) return;
    this.#thread.post({ type: 'check', key });
    await this.#waiters.until(() => !isWaiting(), this.#options.countedMs ?? LIMITS.countedMs);
  }

  /**
   * Scans all folders now; resolves when what changed is served, and checked. Calls during a scan share the next one.
   * Rejects with `registry_unavailable` if nothing reads the registry.
   */
  rescan(): Promise<void> {
    return this.#rescans.ask();
  }

  /**
   * What would become of a submission, by the thread that checks skills; undefined for a body that is no JSON. Rejects
   * with `registry_unavailable` if that thread ends meanwhile, with `internal` if it takes longer than half a minute.
   */
  review(body: string, rules: RegistryRules): Promise<SubmissionReview | undefined> {
    return this.#reviews.ask(body, rules);
  }

  /** Serves the old layers until the new ones are read. */
  setLayers(layers: readonly LayerFolder[]): Promise<void> {
    this.#layers = layers;
    return this.rescan();
  }

  async close(): Promise<void> {
    this.#arrived.close();
    this.#waiters.close();
    this.#giveUp();
    await this.#thread.close();
  }

  #take(message: FromRegistryWorker): void {
    if (message.type === 'done') this.#rescans.done();
    else if (message.type === 'reviewed') this.#reviews.take(message);
    else if (message.type === 'scanned') this.#takeScan(message);
    else if (message.type === 'failed')
      this.#options.logger.error('A job of the registry worker failed.', { error: message.failure });
    else if (message.type === 'indexed') this.#takeIndexed();
    else if (message.type === 'progress') this.#takeProgress(message);
    else if (message.isCheck) this.#takeCheck(message);
    else this.#takePart(message);
    this.#waiters.check();
  }

  #takeIndexed(): void {
    this.indexMs ??= performance.now() - this.#startedAt;
    this.#ends = 0;
    this.#forgetProgress('indexing');
    this.onChange(false);
  }

  #takeProgress(note: ProgressNote): void {
    this.#progress = { ...this.#progress, [note.step]: note };
    this.onChange(false);
  }

  #forgetProgress(...steps: readonly ProgressNote['step'][]): void {
    for (const step of steps) delete this.#progress[step];
  }

  #takePart(patch: RegistryPatch): void {
    if (patch.isWhole) this.#parts = [];
    this.#parts.push(patch);
    if (patch.state === undefined) return;
    const parts = this.#parts;
    this.#parts = [];
    this.#swap(parts, patch.state);
  }

  #takeScan(scanned: ScanState): void {
    const { logger } = this.#options;
    const { why, failure } = scanned;
    this.#forgetProgress('reading');
    if (failure !== undefined && failure !== this.#scanned?.failure)
      logger.error('Picking up changes failed.', { error: failure });
    if (failure === undefined && this.#scanned?.failure !== undefined)
      logger.info('Changes are picked up again.');
    if (why !== undefined && why !== this.#scanned?.why)
      logger.warn(`Looking for changes periodically: ${why}.`);
    this.#scanned = scanned;
    if (this.#ended === undefined) return;
    this.#ended = undefined;
    this.#renew({});
    this.onChange(false);
  }

  /** What was found out about records that are served; it may come after they are gone. */
  #takeCheck({ changed, terms }: RegistryPatch): void {
    if (changed.length > 0) {
      const skills = new Map(this.#snapshot.skills);
      for (const change of changed) {
        const before = skills.get(change.key);
        if (before === undefined) continue;
        const record = changedRecord(before, change, this.#decoded);
        skills.set(change.key, record);
        this.#tally.put(record);
      }
      this.#renew({ skills });
      if (this.#snapshot.sums.checked === skills.size) this.endsOfChecks = 0;
    }
    if (terms === undefined) this.onChange(false);
    else this.#search({ changed: [], removed: [], terms: [terms] });
  }

  #swap(parts: readonly RegistryPatch[], state: RegistryState): void {
    const before = this.#snapshot;
    const isWhole = parts[0]?.isWhole === true;
    const unread = isWhole ? unreadLayers(before, state) : stillUnread(this.#unread, state);
    const back = new Set([...this.#unread].filter((name) => !unread.has(name)));
    this.#unread = unread;
    this.#state = unread.size === 0 ? state : withKeptLayers(before, state, unread);
    const isRuledAnew = this.#tally.takeRules(this.#state.layers);
    const records = new Map(isWhole ? recordsOf(before, unread) : before.skills);
    const changed = new Map<SkillKey, SkillRecord>();
    const posted = new Set<SkillKey>();
    for (const part of parts)
      for (const change of part.changed) {
        const record = changedRecord(records.get(change.key), change, this.#decoded);
        records.set(change.key, record);
        posted.add(change.key);
        if ((change.texts ?? change.entry) !== undefined) changed.set(change.key, record);
        this.#tally.put(record);
      }
    // A worker doesn't know what one before it has posted.
    const isUnknown = (key: SkillKey, record: SkillRecord) =>
      isWhole ? !records.has(key) : isOf(record, back) && !posted.has(key);
    const lost = isWhole || back.size > 0 ? [...before.skills].filter((row) => isUnknown(...row)) : [];
    const gone = [...parts.flatMap(({ removed }) => removed), ...lost.map(([key]) => key)];
    for (const key of gone) {
      records.delete(key);
      this.#tally.remove(key);
    }
    const isNew = isWhole || [...changed.keys()].some((key) => !before.skills.has(key));
    const skills = isNew ? new Map([...records].sort(([a], [b]) => compareText(a, b))) : records;
    if (isRuledAnew) for (const record of skills.values()) this.#tally.put(record);
    this.#renew({ skills, generation: before.generation + 1 });
    this.#log(before, [...changed.keys(), ...gone]);
    const terms = parts.flatMap((part) => part.terms ?? []);
    this.#search({ changed: [...changed.values()], removed: gone, terms });
    this.onChange(changed.size + gone.length > 0);
  }

  /**
   * Tells search of a change, in turns that go before anything that came since: hundreds of skills at once would hold
   * up requests.
   */
  #search(change: SearchChange<SkillRecord>): void {
    const [first, ...turns] = inTurns(change);
    this.onSearchChange(first);
    this.#arrived.addFirst(turns.map((turn) => () => this.onSearchChange(turn)));
  }

  #renew(change: Partial<RegistrySnapshot>): void {
    const general = [...this.#state.general, ...this.#reportEnd()];
    const { skills, generation } = this.#snapshot;
    this.#snapshot = { skills, generation, ...this.#state, ...change, general, sums: this.#tally.sums };
  }

  #log({ layers, head }: RegistrySnapshot, changed: readonly SkillKey[]): void {
    const { logger } = this.#options;
    for (const { name, root, unavailable } of this.#snapshot.layers) {
      const was = layers.find((layer) => layer.name === name)?.unavailable;
      if (unavailable !== undefined && unavailable !== was) logger.warn(unavailable);
      if (unavailable === undefined && was !== undefined) logger.info(`The registry folder ${root} is back.`);
    }
    if (layers.length === 0 || isDeepStrictEqual(head, this.#snapshot.head)) return;
    const what = changed.length === 0 ? 'no served skill is different' : listWords(changed, MOST_NAMED);
    const count = countWords(this.#snapshot.skills.size, 'skill');
    logger.info(`Picked up a change: ${what}. Serving ${count}.`);
  }

  #reportEnd(): readonly Diagnostic[] {
    if (this.#ended === undefined) return [];
    const since = this.#ended.at.toISOString();
    const what = `Changes are not picked up since ${since}. ${this.#thread.whyEnded}`;
    return [diagnose('unreadable-kept', `${what} The last state read is still served.`)];
  }

  #endedWorker(reason: string): void {
    this.#arrived.takeAll();
    this.#ended = { at: this.#ended?.at ?? new Date(), reason };
    this.#ends += 1;
    this.endsOfChecks += 1;
    this.#parts = [];
    this.#forgetProgress('reading', 'indexing');
    this.#giveUp();
    if (this.#snapshot.generation === 0) return;
    this.#renew({});
    this.onChange(false);
  }

  #giveUp(): void {
    this.#rescans.giveUp();
    this.#reviews.giveUp();
    this.#waiters.check();
  }
}

function firstLine(ended: { readonly reason: string } | undefined): string {
  return ended?.reason.split('\n', 1)[0] ?? 'no reason';
}
