import type { SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Logger } from '../contract/service/logger.ts';
import { groupBy } from '../group-by.ts';
import type { TermBatch } from '../search/index/skill-terms.ts';
import type { FileReading, ReadRequest } from './disk/disk-reader.ts';
import { isInside } from './disk/paths.ts';
import type { LiveLayer, OpenedLiveRegistry, RegistryListener } from './live-registry.ts';
import {
  compareRecords,
  HeadOverLayers,
  type Layer,
  type MergedChange,
  mergeLayers,
} from './model/merge-layers.ts';
import { emptySnapshot, type RegistryLocation, type RegistrySnapshot } from './model/registry-snapshot.ts';
import type { Skill } from './model/skill.ts';

export interface OpenLayer {
  readonly name: string;
  readonly isAdded: boolean;
  readonly live: OpenedLiveRegistry;
}

export type OpenLayers = readonly [OpenLayer, ...OpenLayer[]];

/** A single layer is served as if alone. */
export class LayeredRegistry implements OpenedLiveRegistry {
  readonly #logger: Logger;
  readonly #head = new HeadOverLayers();
  readonly #failed = new Map<OpenLayer, string>();
  #layers: OpenLayers;
  #latest: RegistrySnapshot;
  #listener: RegistryListener | undefined;
  #isRead = false;
  #isChecking = false;
  #isClosed = false;
  #reasons = '';

  constructor(layers: OpenLayers, logger: Logger) {
    this.#logger = logger;
    this.#layers = layers;
    this.#latest = emptySnapshot(layers[0].live.location);
  }

  get location(): RegistryLocation {
    return this.#layers[0].live.location;
  }

  get layers(): readonly LiveLayer[] {
    return this.#layers.map((layer) => ({
      name: layer.name,
      location: layer.live.location,
      isAdded: layer.isAdded,
      unavailable: this.#reasonOf(layer),
    }));
  }

  get latest(): RegistrySnapshot {
    return this.#latest;
  }

  /** Skills of lost layers stay served with an available layer. */
  get unavailable(): string | undefined {
    const reasons = this.#layers.map((layer) => this.#reasonOf(layer));
    return reasons.includes(undefined) ? undefined : reasons[0];
  }

  get watching(): 'events' | 'scan' | 'off' {
    return this.#layers[0].live.watching;
  }

  snapshot(): RegistrySnapshot {
    const { unavailable } = this;
    if (unavailable !== undefined) throw new ApiError('registry_unavailable', unavailable);
    return this.#latest;
  }

  /** Rejects if no layer is readable. */
  async listen(listener: RegistryListener): Promise<void> {
    this.#listener = listener;
    await this.#listenTo(this.#layers);
    const [failure] = this.#failed.values();
    if (failure !== undefined && this.#failed.size === this.#layers.length) throw new Error(failure);
    this.#isRead = true;
    this.#merge('snapshot');
  }

  /** Serves old layers until the new are read. The caller closes unused layers. */
  async setLayers(layers: OpenLayers): Promise<void> {
    const fresh = layers.filter((layer) => !this.#layers.includes(layer));
    await this.#listenTo(fresh);
    if (this.#isClosed) return;
    this.#layers = layers;
    this.#merge('layers');
    this.#listener?.onChange();
    if (this.#isChecking) for (const { live } of fresh) void live.check().catch(() => {});
  }

  async refresh(folder: Pick<Skill, 'directory'>): Promise<void> {
    await this.#layerOf(folder.directory).live.refresh(folder);
  }

  async caughtUp(): Promise<void> {
    await Promise.all(this.#layers.map(({ live }) => live.caughtUp()));
  }

  async check(): Promise<void> {
    this.#isChecking = true;
    await Promise.all(this.#layers.map(({ live }) => live.check()));
  }

  async index(keys: readonly SkillKey[]): Promise<readonly TermBatch[]> {
    const { records } = this.#latest;
    const byLayer = groupBy(keys, (key) => records.get(key)?.layer?.name ?? this.#layers[0].name);
    const indexed = this.#layers.flatMap(({ name, live }) => {
      const own = byLayer.get(name);
      return own === undefined ? [] : [live.index(own)];
    });
    return (await Promise.all(indexed)).flat();
  }

  async read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    const readings = new Map<ReadRequest, FileReading>();
    const byLayer = groupBy(requests, ({ inside }) => this.#layerOf(inside));
    const reading = Array.from(byLayer, async ([{ live }, own]) => {
      const read = await live.read(own);
      for (const [place, request] of own.entries()) readings.set(request, read[place] as FileReading);
    });
    await Promise.all(reading);
    return requests.map((request) => readings.get(request) as FileReading);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#layers.map(({ live }) => live.close()));
  }

  #reasonOf(layer: OpenLayer): string | undefined {
    return layer.live.unavailable ?? this.#failed.get(layer);
  }

  /** A registry may lie inside another. */
  #layerOf(path: string): OpenLayer {
    const [nearest = this.#layers[0]] = this.#layers
      .filter(({ live }) => isInside(live.location.root, path))
      .sort((a, b) => b.live.location.root.length - a.live.location.root.length);
    return nearest;
  }

  /** Threads of failed layers restart by themselves. */
  async #listenTo(layers: readonly OpenLayer[]): Promise<void> {
    const listening = layers.map((layer) =>
      layer.live.listen(this.#listenerOf(layer)).catch((error: unknown) => {
        const reason = `The registry ${layer.name} could not be read: ${String(error)}.`;
        this.#logger.error(reason);
        this.#failed.set(layer, reason);
      }),
    );
    await Promise.all(listening);
  }

  #listenerOf(layer: OpenLayer): RegistryListener {
    const isServed = () => this.#isRead && !this.#isClosed && this.#layers.includes(layer);
    return {
      onSnapshot: () => {
        this.#failed.delete(layer);
        if (isServed()) this.#merge('snapshot');
      },
      onChecked: () => {
        if (isServed()) this.#merge('findings');
      },
      onChange: () => {
        if (!isServed()) return;
        if (this.#reasons !== this.#describeReasons()) this.#merge('snapshot');
        this.#listener?.onChange();
      },
      watchAfter: this.#listener?.watchAfter,
    };
  }

  #merge(what: 'layers' | 'snapshot' | 'findings'): void {
    const before = this.#latest;
    const { snapshot, changed, removed } = this.#merged(before);
    if (what === 'layers') this.#head.raise(before.index, snapshot.index, new Date());
    const generation = before.generation + (what === 'findings' ? 0 : 1);
    this.#latest = { ...snapshot, generation, index: this.#head.of(snapshot.index) };
    this.#reasons = this.#describeReasons();
    if (what === 'findings') this.#listener?.onChecked(this.#latest);
    else this.#listener?.onSnapshot(this.#latest, { changed, removed });
  }

  #merged(before: RegistrySnapshot): MergedChange {
    const [upper, ...lower] = this.#layers.map((layer) => ({
      name: layer.name,
      snapshot: layer.live.latest,
      unavailable: this.#reasonOf(layer),
    })) as [Layer, ...Layer[]];
    if (lower.length > 0) return mergeLayers([upper, ...lower], before);
    return { snapshot: upper.snapshot, ...compareRecords(before.records, upper.snapshot.records) };
  }

  #describeReasons(): string {
    return JSON.stringify(this.layers.map(({ unavailable }) => unavailable));
  }
}
