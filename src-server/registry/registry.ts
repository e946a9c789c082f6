import { isDeepStrictEqual } from 'node:util';
import type { SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { countWords } from '../contract/diagnostics/severity.ts';
import type { Logger } from '../contract/service/logger.ts';
import { compareText } from '../contract/words/compare-text.ts';
import { listWords } from '../contract/words/list-words.ts';
import type { TermBatch } from '../search/index/skill-terms.ts';
import type {
  FollowOptions,
  FromRegistryWorker,
  LayerFolder,
  RegistryPatch,
  RegistryState,
  ScanState,
  WatchMode,
} from './registry-patch.ts';
import type { SkillRecord } from './skill-record.ts';
import { EMPTY_SNAPSHOT, type RegistrySnapshot } from './snapshot.ts';
import { WorkerThread } from './worker-thread.ts';

export interface RegistryOptions extends Omit<FollowOptions, 'head'> {
  readonly logger: Logger;
  readonly workerUrl: URL | undefined;
  readonly restartMs?: number;
}

export interface RegistryChange {
  readonly changed: readonly SkillRecord[];
  readonly removed: readonly SkillKey[];
  readonly terms: readonly TermBatch[];
}

const MOST_NAMED = 3;

/** The serving side of the registry worker: holds what is served now, with every text. */
export class Registry {
  /** After each change of skills, findings or state. Set before the first await. */
  onChange: (change: RegistryChange) => void = () => {};
  readonly #options: RegistryOptions;
  readonly #thread: WorkerThread;
  #asked: (() => void)[] = [];
  /** For the next message. */
  readonly #waiting: (() => void)[] = [];
  #layers: readonly LayerFolder[];
  #snapshot: RegistrySnapshot = EMPTY_SNAPSHOT;
  #state: RegistryState = EMPTY_SNAPSHOT;
  /** Parts of a change that isn't whole yet. */
  #parts: RegistryPatch[] = [];
  #scanned: ScanState | undefined;
  /** Milliseconds from the start until all words were known. */
  indexMs: number | undefined;
  readonly #startedAt = performance.now();
  /** Since when no worker reads. */
  #endedAt: Date | undefined;

  constructor(options: RegistryOptions) {
    const { workerUrl, logger, restartMs, layers, watch, scanIntervalMs, isReplica } = options;
    this.#options = options;
    this.#layers = layers;
    this.#thread = new WorkerThread({
      ...{ workerUrl, logger, firstPauseMs: restartMs },
      options: () => {
        const { generation, head } = this.#snapshot;
        const served = generation === 0 ? undefined : head;
        return { layers: this.#layers, watch, scanIntervalMs, isReplica, head: served };
      },
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

  get latest(): RegistrySnapshot {
    return this.#snapshot;
  }

  get unavailable(): string | undefined {
    const reasons = this.#snapshot.layers.map(({ unavailable }) => unavailable);
    if (reasons.length === 0) return this.#scanned?.failure ?? 'The registry was not read yet.';
    return reasons.includes(undefined) ? undefined : reasons[0];
  }

  get watching(): WatchMode {
    return this.#endedAt === undefined ? (this.#scanned?.watching ?? 'off') : 'off';
  }

  get scannedAt(): Date | undefined {
    return this.#scanned?.endedAt;
  }

  /** Milliseconds from the start until all words were known; undefined before. */
  async opened(): Promise<void> {
    await this.#until(() => this.#scanned !== undefined);
    if (this.unavailable !== undefined) throw new Error(this.unavailable);
  }

  indexed(): Promise<void> {
    return this.#until(() => this.indexMs !== undefined);
  }

  /** Looks at all folders now; resolves when what changed is served, and checked. */
  rescan(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#thread.post({ layers: this.#layers })) this.#asked.push(resolve);
      else resolve();
    });
  }

  /** Serves the old layers until the new ones are read. */
  setLayers(layers: readonly LayerFolder[]): Promise<void> {
    this.#layers = layers;
    return this.rescan();
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  #take(message: FromRegistryWorker): void {
    if (message.type === 'done') this.#asked.shift()?.();
    else if (message.type === 'scanned') this.#takeScan(message);
    else if (message.type === 'indexed') this.indexMs ??= performance.now() - this.#startedAt;
    else if (message.isCheck) this.#publish([message]);
    else this.#takePatch(message);
    for (const look of this.#waiting.splice(0)) look();
  }

  #takePatch(patch: RegistryPatch): void {
    if (patch.isWhole) this.#parts = [];
    this.#parts.push(patch);
    if (patch.state === undefined && patch.changed.length > 0) return;
    const parts = this.#parts;
    this.#parts = [];
    if (patch.state !== undefined) this.#publish(parts);
    else this.onChange({ changed: [], removed: [], terms: termsOf(parts) });
  }

  #takeScan(scanned: ScanState): void {
    const { logger } = this.#options;
    const { why, failure } = scanned;
    if (failure !== undefined) logger.error('Picking up changes failed.', { error: failure });
    if (why !== undefined && why !== this.#scanned?.why)
      logger.warn(`Looking for changes periodically: ${why}.`);
    this.#scanned = scanned;
    if (this.#endedAt === undefined) return;
    this.#endedAt = undefined;
    this.#publish([]);
  }

  #publish(parts: readonly RegistryPatch[]): void {
    const before = this.#snapshot;
    const state = parts.at(-1)?.state;
    const isWhole = parts[0]?.isWhole === true;
    const records = new Map(isWhole ? [] : before.skills);
    // A check may come late.
    for (const { changed, isCheck } of parts)
      for (const change of changed)
        if (!isCheck || records.has(change.key))
          records.set(change.key, { ...records.get(change.key), ...change } as SkillRecord);
    for (const key of parts.at(-1)?.removed ?? []) records.delete(key);
    const isNew = parts.some(({ changed }) => changed.some(({ key }) => !before.skills.has(key)));
    const skills = isNew ? new Map([...records].sort(([a], [b]) => compareText(a, b))) : records;
    this.#state = state ?? this.#state;
    const general = [...this.#state.general, ...this.#reportEnd()];
    const generation = before.generation + (state === undefined ? 0 : 1);
    this.#snapshot = { ...this.#state, general, skills, generation };
    const changed = parts.flatMap((part) =>
      part.changed.flatMap(({ key, texts, entry }) => ((texts ?? entry) ? (skills.get(key) ?? []) : [])),
    );
    const removed = [...before.skills.keys()].filter((key) => !skills.has(key));
    if (state !== undefined) this.#log(before, [...changed.map(({ key }) => key), ...removed]);
    this.onChange({ changed, removed, terms: termsOf(parts) });
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
    if (this.#endedAt === undefined) return [];
    const since = this.#endedAt.toISOString();
    const what = `Changes are not picked up since ${since}: what reads the registry ended, and is started again.`;
    return [diagnose('unreadable-kept', `${what} The last state read is still served.`)];
  }

  #endedWorker(): void {
    this.#endedAt ??= new Date();
    for (const resolve of this.#asked) resolve();
    this.#asked = [];
    this.#parts = [];
    if (this.#snapshot.generation > 0) this.#publish([]);
  }

  async #until(isThere: () => boolean): Promise<void> {
    while (!isThere()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

function termsOf(parts: readonly RegistryPatch[]): readonly TermBatch[] {
  return parts.flatMap(({ terms }) => terms ?? []);
}
