import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { SkillSplitter } from '../../search/split-skills.ts';
import { loadTokenCounter } from '../../tokens/count-tokens.ts';
import { checkAndCount, unfinishedCheck } from '../../validation/check-skill.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { reviewSubmission } from '../check-submission.ts';
import { declaredHead, type FoldedSkill, LayerFold, nextHead } from '../fold-layers.ts';
import {
  type FollowOptions,
  type LayerFolder,
  type ListHead,
  PATCH_SKILLS,
  type PostMessage,
  type ReviewAnswer,
  type ReviewRequest,
  type ToRegistryWorker,
  type WatchMode,
} from '../worker-messages.ts';
import { type Disk, joinRelative, disk as ownDisk } from './disk.ts';
import { Publisher } from './publisher.ts';
import { type LayerChange, WatchedLayer } from './watched-layer.ts';

const DEBOUNCE_MS = 150;
/** Milliseconds between scans of everything where nothing is watched. */
const QUICK_SCAN_MS = 1_000;
/**
 * Milliseconds between looks whether the folders of the layers were replaced: of mounts and links no watcher tells.
 */
const PLACE_MS = 1_000;
/** Milliseconds after a scan that failed unexpectedly; twice as long after each further one. */
const RETRY_MS = 2_200;
const LONGEST_RETRY_MS = 30_000;
/** The pause after a scan of everything, in times of its duration: scans take at most a fifth of the time. */
const PAUSE_PER_SCAN = 4;

type Job = () => void | Promise<void>;

/**
 * Reads the registries in a thread of its own: scans all layers, then what changes in them, and posts what the
 * serving thread is to hold. After a start that is all skills with their texts, then their words for `find`, then
 * findings and tokens; after an edit, the skill with its words, then what was found about it. Whatever somebody waits
 * for goes before the work of a start. An error ends one job, never the worker.
 */
export class RegistryWorker {
  readonly #options: FollowOptions;
  readonly #post: PostMessage;
  readonly #disk: Disk;
  readonly #publisher: Publisher;
  readonly #fold = new LayerFold();
  #watched: readonly WatchedLayer[] = [];
  /** What scans have changed and isn't published yet, by layer. */
  #changes: readonly LayerChange[] = [];
  /** Whether the next publication folds all layers anew: they are others, or the last scan failed. */
  #foldsAll = true;
  /** Skills of a layer that can't be read now, whose keys the layer above has no longer. */
  #unread: readonly FoldedSkill[] = [];
  #head: ListHead | undefined;
  /** Jobs for edits, and for somebody who waits: they go before those of a start. */
  readonly #edited: Job[] = [];
  readonly #words: Job[] = [];
  readonly #checks: Job[] = [];
  #isWorking = false;
  /** Skills that the scan has read which goes on. */
  #read = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #placeTimer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #fullDueAt = Number.POSITIVE_INFINITY;
  #retryMs = RETRY_MS;
  /** Milliseconds that the last scan of what changed took. The next one waits as long, that of everything more. */
  #tookMs = 0;
  #fullTookMs = 0;

  constructor(options: FollowOptions, post: PostMessage, disk: Disk = ownDisk) {
    this.#options = options;
    this.#post = post;
    this.#disk = disk;
    this.#head = options.head;
    const textsOf = (skill: FoldedSkill) => this.#watchedLayerOf(skill)?.keepTexts(skill.source.folder);
    this.#publisher = new Publisher({ splitter: new SkillSplitter(), post, textsOf });
    this.#follow(options.layers);
    this.#scan(true);
    if (options.watch === 'events')
      this.#placeTimer = setInterval(() => this.#scanIfMoved(), PLACE_MS).unref();
  }

  take(request: ToRegistryWorker): void {
    if (request.type === 'review') {
      this.#edited.push(() => this.#review(request));
      void this.#work();
      return;
    }
    if (request.type === 'check') {
      this.#edited.unshift(
        () => this.#check(request.key),
        () => this.#publisher.postChecks(),
      );
      void this.#work();
      return;
    }
    this.#follow(request.layers);
    this.#scan(true);
    this.#edited.push(() => this.#post({ type: 'done' }));
    void this.#work();
  }

  async #review({ id, body, rules }: ReviewRequest): Promise<void> {
    const countTokens = loadTokenCounter();
    this.#post({ type: 'reviewed', id, ...reviewOf(body, { now: new Date(), rules, countTokens }) });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#placeTimer);
    for (const watched of this.#watched) watched.close();
  }

  #follow(layers: readonly LayerFolder[]): void {
    const { watch } = this.#options;
    const before = this.#watched;
    const parts = ({ layer }: WatchedLayer) => JSON.stringify([layer.name, layer.leftOut]);
    const known = before.map(parts).join();
    this.#watched = layers.map((layer) => {
      const same = before.find((one) => one.layer.name === layer.name && one.layer.folder === layer.folder);
      if (same !== undefined) same.layer = { ...same.layer, ...layer };
      const onChange = () => this.#scanIn(Math.max(DEBOUNCE_MS, this.#tookMs));
      const onRead = () => this.#countRead();
      return same ?? new WatchedLayer(layer, { disk: this.#disk, watch, onChange, onRead });
    });
    for (const watched of before) if (!this.#watched.includes(watched)) watched.close();
    const isSame =
      this.#watched.every((watched, at) => watched === before[at]) &&
      this.#watched.map(parts).join() === known;
    if (!isSame || before.length !== layers.length) this.#foldsAll = true;
  }

  /** Posts after each part how many skills this scan has read: the thread is busy until the scan ends. */
  #countRead(): void {
    this.#read += 1;
    if (this.#read % PATCH_SKILLS === 0) this.#post({ type: 'progress', step: 'reading', done: this.#read });
  }

  #scanIfMoved(): void {
    if (this.#watched.some((watched) => watched.noticeMove())) this.#scanIn(DEBOUNCE_MS);
  }

  #scan(isFull: boolean): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    this.#read = 0;
    const isFullSomewhere = isFull || this.#watched.some(({ isFullDue }) => isFullDue);
    let failure: string | undefined;
    try {
      const changes = this.#watched.map((watched) => watched.scan(isFull));
      this.#changes = [...this.#changes, ...changes];
      if (this.#foldsAll || this.#unread.length > 0 || this.#changes.some(({ isStateNew }) => isStateNew))
        this.#publish(startedAt);
      this.#changes = [];
      this.#foldsAll = false;
      this.#retryMs = RETRY_MS;
    } catch (error) {
      failure = describeError(error);
      this.#foldsAll = true;
    }
    this.#forgetTextsUnlessUsed();
    const tookMs = performance.now() - startedAt;
    if (isFull) this.#fullTookMs = tookMs;
    // An edit doesn't wait as long again as the scan of everything just before it.
    if (!isFullSomewhere) this.#tookMs = tookMs;
    const { watch } = this.#options;
    const why = this.#watched.find(({ why }) => why !== undefined)?.why;
    const watching = why === undefined ? watch : 'scan';
    this.#post({ type: 'scanned', endedAt: new Date(), watching, why, failure });
    if (watch !== 'off') this.#schedule(isFull, watching, failure !== undefined);
    this.#watchUnlessBusy();
  }

  /** Whoever starts the service waits for the words, and for no folder that is watched. */
  #watchUnlessBusy(): void {
    if (this.#words.length > 0 || !this.#watched.some(({ isToBeWatched }) => isToBeWatched)) return;
    this.#scanIn(Math.max(DEBOUNCE_MS, this.#tookMs));
  }

  #schedule(wasFull: boolean, watching: WatchMode, hasFailed: boolean): void {
    const now = performance.now();
    const { scanIntervalMs } = this.#options;
    const intervalMs = watching === 'scan' ? QUICK_SCAN_MS : scanIntervalMs || Number.POSITIVE_INFINITY;
    const pauseMs = Math.max(intervalMs, PAUSE_PER_SCAN * this.#fullTookMs);
    this.#fullDueAt = wasFull ? now + pauseMs : Math.min(this.#fullDueAt, now + pauseMs);
    if (hasFailed) {
      this.#fullDueAt = Math.min(this.#fullDueAt, now + this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
    }
    const dueAt = Math.min(this.#fullDueAt, ...this.#watched.map(({ dueAt }) => dueAt));
    if (dueAt < Number.POSITIVE_INFINITY) this.#scanIn(Math.max(DEBOUNCE_MS, dueAt - now));
  }

  #scanIn(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.#isClosed || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => this.#scan(performance.now() >= this.#fullDueAt - 1), ms).unref();
  }

  #publish(startedAt: number): void {
    const now = new Date();
    const layers = this.#watched.map(({ layer }) => layer);
    const changes = this.#changes;
    const isAll = this.#foldsAll || changes.some(({ keys }) => keys === undefined);
    const keys = isAll ? undefined : new Set(changes.flatMap((change) => [...(change.keys ?? [])]));
    const folded = this.#fold.update(layers, keys);
    const waiting = this.#unread.flatMap(({ key }) => this.#fold.skills.get(key) ?? []);
    const changed = [...new Set([...folded.changed, ...waiting])];
    this.#unread = this.#publisher.unreadable(changed);
    const unread = new Set(this.#unread);
    const { state } = this.#fold;
    const general = [...state.general, ...this.#unread.map(reportUnread)];
    if (this.#head === undefined || this.#options.isReplica) this.#head = declaredHead(layers, now);
    else if (this.#foldsAll || changes.some(({ isListNew }) => isListNew))
      this.#head = nextHead(this.#head, layers, now);
    const { keys: toCheck, isFirst } = this.#publisher.publish(
      {
        changed: changed.filter((skill) => !unread.has(skill)),
        removed: [...folded.removed, ...this.#unread.map(({ key }) => key)],
      },
      {
        ...state,
        general,
        head: this.#head,
        pickedUpAt: now,
        tookMs: performance.now() - startedAt,
      },
    );
    for (let start = 0; isFirst && start < toCheck.length; start += PATCH_SKILLS) {
      const part = toCheck.slice(start, start + PATCH_SKILLS);
      const note = {
        type: 'progress',
        step: 'indexing',
        done: start + part.length,
        total: toCheck.length,
      } as const;
      this.#words.push(() => {
        this.#publisher.postTerms(part);
        if (toCheck.length > PATCH_SKILLS) this.#post(note);
      });
    }
    if (isFirst)
      this.#words.push(() => {
        this.#post({ type: 'indexed' });
        this.#publisher.forgetWords();
        this.#watchUnlessBusy();
      });
    const jobs = isFirst ? this.#checks : this.#edited;
    for (const key of toCheck) jobs.push(() => this.#check(key));
    if (toCheck.length > 0) jobs.push(() => this.#publisher.postChecks());
    void this.#work();
  }

  /** What was read is used until it is checked. The serving thread holds the same memory. */
  #forgetTextsUnlessUsed(): void {
    if (this.#words.length + this.#edited.length + this.#checks.length > 0) return;
    for (const watched of this.#watched) watched.forgetTexts(this.#fold.shadowedFolders(watched.layer.name));
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const next = () => this.#edited.shift() ?? this.#words.shift() ?? this.#checks.shift();
    await nextTurn();
    for (let job = next(); job !== undefined && !this.#isClosed; job = next()) {
      try {
        await job();
      } catch (error) {
        this.#post({ type: 'failed', failure: describeError(error) });
      }
      this.#forgetTextsUnlessUsed();
      await nextTurn();
    }
    this.#isWorking = false;
  }

  async #check(key: string): Promise<void> {
    const skill = this.#publisher.unchecked(key);
    const watched = skill && this.#watchedLayerOf(skill);
    if (skill === undefined || watched === undefined) return;
    const { source } = skill;
    const texts = watched.readTexts(source.folder);
    if (texts === undefined) return;
    try {
      const layout = watched.layer.model?.contents.location.layout ?? 'registry';
      const context = { layout, now: new Date(), countTokens: loadTokenCounter() };
      this.#publisher.takeChecks(skill, checkAndCount({ ...source, key }, texts, context));
    } catch (error) {
      // Nobody waits for it for ever: the count of what is checked goes on.
      this.#publisher.takeChecks(skill, unfinishedCheck({ ...source, key }, texts, error));
      throw error;
    }
  }

  #watchedLayerOf({ registry }: FoldedSkill): WatchedLayer | undefined {
    const [only] = this.#watched;
    return registry === undefined ? only : this.#watched.find(({ layer }) => layer.name === registry);
  }
}

function reportUnread({ key, registry, source: { folder } }: FoldedSkill): Diagnostic {
  const message = `${folder} can't be read now. Nothing of it is served.`;
  const file = joinRelative(folder, MANIFEST_FILE);
  return diagnose('file-unreadable', message, {
    skillKey: key,
    file,
    ...(registry !== undefined && { registry }),
  });
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Reviews a submission. Whatever goes wrong becomes its answer, so that it harms itself only. */
function reviewOf(
  body: string,
  context: Parameters<typeof reviewSubmission>[1],
): Pick<ReviewAnswer, 'review' | 'failure'> {
  let sent: unknown;
  try {
    sent = JSON.parse(body || '{}');
  } catch {
    return {};
  }
  try {
    return { review: reviewSubmission(sent, context) };
  } catch (error) {
    return { failure: describeError(error) };
  }
}
