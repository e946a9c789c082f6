import type { SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { countWords } from '../contract/diagnostics/severity.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { NewWords, SkillTerms, TermBatch } from '../search/index/skill-terms.ts';
import { foldLayers, HeadOverLayers, type Layer } from './layers.ts';
import { compareBytes } from './model/skill-key.ts';
import type {
  FollowedRegistry,
  FromRegistryWorker,
  RecordChange,
  RegistryPatch,
  ScanState,
  WatchMode,
} from './registry-patch.ts';
import type { SkillRecord } from './skill-record.ts';
import { EMPTY_SNAPSHOT, type RegistrySnapshot, type ServedSkill } from './snapshot.ts';
import { WorkerThread } from './worker-thread.ts';

/** A folder to serve; upper first. */
export interface LayerFolder {
  readonly name: string;
  /** As picked: a link may lead elsewhere later. */
  readonly folder: string;
  readonly isAdded: boolean;
  /** Of a copy: sentences about files that it leaves out. */
  readonly leftOut?: readonly string[] | undefined;
}

export interface RegistryOptions {
  readonly layers: readonly LayerFolder[];
  readonly watch: WatchMode;
  readonly scanIntervalMs: number;
  readonly isReplica?: boolean | undefined;
  readonly logger: Logger;
  readonly workerUrl: URL | undefined;
  readonly restartMs?: number;
}

/** From one snapshot to the next. */
export interface RegistryChange {
  /** With another entry, manifest or texts. */
  readonly changed: readonly ServedSkill[];
  readonly removed: readonly SkillKey[];
  /** Of served skills. */
  readonly terms: readonly TermBatch[];
}

const NO_CHANGE: RegistryChange = { changed: [], removed: [], terms: [] };
/** `first` 0 would begin a dictionary. */
const NO_WORDS: NewWords = { first: 1, terms: [], forms: [], formTerms: [] };
/** Limit for `caughtUp`: steady edits never finish. */
const CAUGHT_UP_MS = 15_000;

interface StoredTerms {
  readonly dictionary: string;
  readonly terms: SkillTerms;
}

/** A layer, as far as the worker has posted it. */
interface FollowedLayer extends LayerFolder {
  readonly id: string;
  records: ReadonlyMap<SkillKey, SkillRecord>;
  /** While the patches of a change arrive. */
  next: Map<SkillKey, SkillRecord> | undefined;
  state: RegistryPatch['state'];
  readonly terms: Map<SkillKey, StoredTerms>;
  scan: Pick<ScanState, 'endedAt' | 'watching' | 'unavailable'> | undefined;
  why: string | undefined;
  failure: string | undefined;
  /** Edited skills wait for checks. */
  isBehind: boolean;
}

/** The serving side of the registry worker: holds what is served now, with every text. */
export class Registry {
  /** After each change of skills, findings or state. Set before the first await. */
  onChange: (change: RegistryChange) => void = () => {};
  readonly #options: RegistryOptions;
  readonly #thread: WorkerThread;
  readonly #head = new HeadOverLayers();
  readonly #rescans = new Map<number, () => void>();
  readonly #waiting = new Set<() => void>();
  #layers: readonly FollowedLayer[];
  #wanted: readonly FollowedLayer[] | undefined;
  #snapshot: RegistrySnapshot = EMPTY_SNAPSHOT;
  #isIndexed = false;
  #indexMs: number | undefined;
  readonly #startedAt = performance.now();
  /** Since when no worker reads. */
  #ended: { readonly at: Date } | undefined;
  #lastId = 0;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#layers = options.layers.map((layer) => this.#follow(layer));
    this.#thread = new WorkerThread({
      ...{ workerUrl: options.workerUrl, logger: options.logger, firstPauseMs: options.restartMs },
      registries: () => (this.#wanted ?? this.#layers).map((layer) => this.#toFollow(layer)),
      onMessage: (message) => this.#take(message),
      onEnd: () => this.#endedWorker(),
    });
  }

  /** Throws `registry_unavailable` while no layer can be read. */
  snapshot(): RegistrySnapshot {
    const { unavailable } = this;
    if (unavailable !== undefined) throw new ApiError('registry_unavailable', unavailable);
    return this.#snapshot;
  }

  /** Even while the folder is away. */
  get latest(): RegistrySnapshot {
    return this.#snapshot;
  }

  get unavailable(): string | undefined {
    if (this.#snapshot.generation === 0) return 'The registry was not read yet.';
    const reasons = this.#layers.map(reasonOf);
    return reasons.includes(undefined) ? undefined : reasons[0];
  }

  /** Of the uppermost layer. */
  get watching(): 'events' | 'scan' | 'off' {
    return this.#ended === undefined ? (this.#layers[0]?.scan?.watching ?? 'off') : 'off';
  }

  /** When the folders were last looked at. */
  get scannedAt(): Date | undefined {
    const [first, ...others] = this.#layers.flatMap(({ scan }) => scan?.endedAt ?? []);
    return others.reduce((oldest, at) => (oldest !== undefined && oldest < at ? oldest : at), first);
  }

  /** Milliseconds from the start until all words were known; undefined before. */
  get indexMs(): number | undefined {
    return this.#indexMs;
  }

  /** Resolves with the first snapshot; rejects with a sentence if no layer can be read. */
  async opened(): Promise<void> {
    await this.#until(() => this.#snapshot.generation > 0 || this.#layers.every(isSettled));
    if (this.#snapshot.generation > 0) return;
    throw new Error(this.#layers.map(reasonOf).find((reason) => reason !== undefined) ?? '');
  }

  /** Resolves once the words of all skills of the start are known. */
  indexed(): Promise<void> {
    return this.#until(() => this.#isIndexed);
  }

  /** Looks at all folders now; resolves when what changed is served. */
  rescan(): Promise<void> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      const id = this.#lastId;
      if (!this.#thread.post({ type: 'rescan', id })) resolve();
      else this.#rescans.set(id, resolve);
    });
  }

  /** Resolves when no edited skill waits for checks, or after 15 s. */
  async caughtUp(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CAUGHT_UP_MS).unref();
    });
    await Promise.race([this.#until(() => this.#layers.every(({ isBehind }) => !isBehind)), late]);
    clearTimeout(timer);
  }

  /** Serves the old layers until the new ones are read. */
  async setLayers(layers: readonly LayerFolder[]): Promise<void> {
    const wanted = layers.map(
      (layer) =>
        this.#layers.find(({ name, folder }) => name === layer.name && folder === layer.folder) ??
        this.#follow(layer),
    );
    this.#wanted = wanted;
    this.#thread.post({ type: 'follow', registries: wanted.map((layer) => this.#toFollow(layer)) });
    await this.#until(() => this.#wanted !== wanted || wanted.every(isSettled));
    if (this.#wanted !== wanted) return;
    this.#layers = wanted;
    this.#wanted = undefined;
    const before = this.#snapshot;
    this.#head.raise(before.head, foldLayers(this.#layers.map(asLayer), before).head, new Date());
    this.#publish('skills');
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  #follow(layer: LayerFolder): FollowedLayer {
    this.#lastId += 1;
    const unread = { state: undefined, next: undefined, scan: undefined, why: undefined, failure: undefined };
    const id = `${this.#lastId} ${layer.name}`;
    return { ...layer, ...unread, id, records: new Map(), terms: new Map(), isBehind: false };
  }

  #toFollow({ id, folder, state }: FollowedLayer): FollowedRegistry {
    const { watch, scanIntervalMs, isReplica = false } = this.#options;
    return { id, folder, watch, scanIntervalMs, isReplica, head: state?.head };
  }

  #take(message: FromRegistryWorker): void {
    if (message.type === 'rescanned') {
      this.#rescans.get(message.id)?.();
      this.#rescans.delete(message.id);
      return;
    }
    const id = message.type === 'patch' ? message.patch.registry : message.registry;
    const layer = [...this.#layers, ...(this.#wanted ?? [])].find((one) => one.id === id);
    if (layer === undefined) return;
    switch (message.type) {
      case 'patch':
        this.#apply(layer, message.patch);
        break;
      case 'checked':
        layer.records = withChanges(layer.records, message.changed);
        layer.isBehind = message.edited > 0;
        if (this.#isServed(layer)) this.#publish('findings');
        break;
      case 'scanned':
        this.#takeScan(layer, message);
        break;
      case 'failed':
        layer.failure = message.message;
        this.#options.logger.error('Picking up changes failed.', { error: message.message });
    }
    this.#wake();
  }

  #apply(layer: FollowedLayer, { changed, removed, isWhole, state, terms }: RegistryPatch): void {
    if (isWhole) {
      layer.next = new Map();
      layer.terms.clear();
    }
    if (changed.length + removed.length > 0) {
      layer.next = withChanges(layer.next ?? layer.records, changed, true);
      for (const key of removed) {
        layer.next.delete(key);
        layer.terms.delete(key);
      }
    }
    if (terms !== undefined) {
      for (const one of terms.skills) layer.terms.set(one.key, { dictionary: terms.dictionary, terms: one });
      // Whoever is served: later terms build on these words.
      this.onChange({ ...NO_CHANGE, terms: [{ ...terms, skills: [] }] });
    }
    if (state !== undefined) {
      const isFirst = layer.state === undefined;
      layer.records = inOrder(layer.next ?? layer.records);
      layer.next = undefined;
      layer.state = state;
      layer.failure = undefined;
      layer.isBehind ||= !isFirst && !isWhole && changed.some(({ texts }) => texts !== undefined);
      if (this.#isServed(layer)) this.#publish('skills');
      this.#sayChange(layer);
    }
    if (terms !== undefined) this.onChange({ ...NO_CHANGE, terms: [this.#servedTerms(layer, terms)] });
    this.#noteIndexed();
  }

  #takeScan(layer: FollowedLayer, { endedAt, watching, unavailable, why }: ScanState): void {
    const before = layer.scan;
    layer.scan = { endedAt, watching, ...(unavailable !== undefined && { unavailable }) };
    const isBack = this.#ended !== undefined;
    this.#ended = undefined;
    const { logger } = this.#options;
    if (why !== undefined && why !== layer.why) logger.warn(`Looking for changes periodically: ${why}.`);
    layer.why = why;
    if (isBack) this.#publish('findings');
    if (before?.unavailable === unavailable) return;
    if (unavailable !== undefined) logger.warn(unavailable);
    else if (before !== undefined) logger.info(`The registry folder ${layer.folder} is back.`);
    if (this.#isServed(layer) && this.#snapshot.generation > 0) this.#publish('skills');
  }

  #isServed(layer: FollowedLayer): boolean {
    return this.#layers.includes(layer);
  }

  /** The first time once all layers are settled. */
  #publish(what: 'skills' | 'findings'): void {
    const before = this.#snapshot;
    if (before.generation === 0 && !this.#layers.every(isSettled)) return;
    if (this.#layers.every(({ state }) => state === undefined)) return;
    const folded = foldLayers(this.#layers.map(asLayer), before);
    const generation = before.generation + (what === 'skills' ? 1 : 0);
    const general = [...folded.general, ...this.#reportEnd()];
    this.#snapshot = { ...folded, general, generation, head: this.#head.of(folded.head) };
    const { skills } = this.#snapshot;
    const changed = [...skills.values()].filter((skill) => isOther(before.skills.get(skill.key), skill));
    const removed = [...before.skills.keys()].filter((key) => !skills.has(key));
    const moved = changed.filter(({ key, registry }) => {
      const known = before.skills.get(key);
      return (
        before.generation === 0 ||
        (known !== undefined ? known.registry !== registry : this.#layers.length > 1)
      );
    });
    this.onChange({ changed, removed, terms: moved.flatMap((skill) => this.#storedTerms(skill)) });
  }

  #reportEnd(): readonly Diagnostic[] {
    if (this.#ended === undefined) return [];
    const since = this.#ended.at.toISOString();
    const what = `Changes are not picked up since ${since}: what reads the registry ended, and is started again.`;
    return [diagnose('unreadable-kept', `${what} The last state read is still served.`)];
  }

  /** Of the layer that a key has now: they came when another answered it, or before the first snapshot. */
  #storedTerms({ key, registry }: ServedSkill): TermBatch[] {
    const layer =
      this.#layers.length === 1 ? this.#layers[0] : this.#layers.find(({ name }) => name === registry);
    const stored = layer?.terms.get(key);
    if (stored === undefined) return [];
    return [{ dictionary: stored.dictionary, words: NO_WORDS, skills: [stored.terms] }];
  }

  #servedTerms(layer: FollowedLayer, terms: TermBatch): TermBatch {
    const { skills } = this.#snapshot;
    const name = this.#layers.length === 1 ? undefined : layer.name;
    const isServed = ({ key }: SkillTerms) => this.#isServed(layer) && skills.get(key)?.registry === name;
    return {
      ...terms,
      words: NO_WORDS,
      skills: terms.skills.filter((one) => isServed(one) && skills.has(one.key)),
    };
  }

  #noteIndexed(): void {
    if (this.#isIndexed || this.#snapshot.generation === 0) return;
    if (!this.#layers.every(({ records, terms }) => terms.size >= records.size)) return;
    this.#isIndexed = true;
    this.#indexMs = performance.now() - this.#startedAt;
    this.#wake();
  }

  #endedWorker(): void {
    this.#ended ??= { at: new Date() };
    for (const resolve of this.#rescans.values()) resolve();
    this.#rescans.clear();
    for (const layer of this.#layers) {
      layer.next = undefined;
      layer.isBehind = false;
    }
    if (this.#snapshot.generation > 0) this.#publish('findings');
    this.#wake();
  }

  #sayChange({ state }: FollowedLayer): void {
    const { logger } = this.#options;
    if (state?.change === undefined) return;
    const { summary, broken } = state.change;
    const skills = this.#snapshot.skills.size;
    logger.info(`Picked up a change: ${summary}. Serving ${countWords(skills, 'skill')}.`);
    for (const sentence of broken) logger.warn(sentence);
  }

  /** Resolves when the condition holds after a message. */
  #until(isThere: () => boolean): Promise<void> {
    if (isThere()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}

/** Was read, or can't be. */
function isSettled({ scan, state }: FollowedLayer): boolean {
  return scan !== undefined || state !== undefined;
}

function reasonOf({ scan, state, failure }: FollowedLayer): string | undefined {
  return (
    scan?.unavailable ?? (state === undefined ? (failure ?? 'The registry was not read yet.') : undefined)
  );
}

function asLayer(layer: FollowedLayer): Layer {
  const { name, folder, isAdded, leftOut, state, records } = layer;
  return {
    name,
    isAdded,
    missing: leftOut,
    state,
    records,
    root: state?.location.root ?? folder,
    unavailable: reasonOf(layer),
  };
}

/** Parts of records that are known, and whole new ones where `isNew` allows them. */
function withChanges(
  before: ReadonlyMap<SkillKey, SkillRecord>,
  changes: readonly RecordChange[],
  isNew = false,
): Map<SkillKey, SkillRecord> {
  const records = new Map(before);
  for (const change of changes) {
    const known = records.get(change.key);
    if (known !== undefined || isNew) records.set(change.key, { ...known, ...change } as SkillRecord);
  }
  return records;
}

function inOrder(records: Map<SkillKey, SkillRecord> | ReadonlyMap<SkillKey, SkillRecord>) {
  const keys = [...records.keys()];
  const isOrdered = keys.every((key, at) => at === 0 || compareBytes(keys[at - 1] ?? '', key) < 0);
  if (isOrdered) return records;
  return new Map([...records].sort(([a], [b]) => compareBytes(a, b)));
}

function isOther(before: ServedSkill | undefined, now: ServedSkill): boolean {
  return (
    before === undefined ||
    before.entry !== now.entry ||
    before.manifest !== now.manifest ||
    before.texts !== now.texts ||
    before.files !== now.files
  );
}
