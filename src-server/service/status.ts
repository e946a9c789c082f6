import { isSampleRegistry, version } from '../built-files.ts';
import type { McpCaller, ServedLayer, Status } from '../contract/api.ts';
import type { StatusFollower } from '../contract/queries.ts';
import type { AddedRegistry } from '../contract/service.ts';
import { toDocument } from '../registries/registry-store.ts';
import type { ServedLayer as Layer } from '../registry/messages.ts';
import { indexAge, type Problems } from '../registry/problems.ts';
import type { Registry } from '../registry/registry.ts';
import { skillCounts } from '../registry/snapshot.ts';

export interface ServiceIdentity {
  readonly instanceId: string;
  readonly startedAt: Date;
  readonly startedBy: 'tray' | 'cli';
  readonly acceptsSubmissions: boolean;
  url: string;
  /** Whether the uppermost folder may not be written; absent where nobody looks. */
  isReadOnly?: boolean;
  readonly added?: ((name: string) => AddedRegistry | undefined) | undefined;
  /** Returns who called over MCP; absent if other machines can reach the service. */
  readonly callers?: (() => readonly McpCaller[]) | undefined;
  /** Returns how many entries the activity has. */
  readonly activity?: (() => number) | undefined;
}

export function makeStatus(identity: ServiceIdentity, registry: Registry, problems: Problems): Status {
  const { latest, away, watching, scannedAt, endedAt, indexMs, reading, indexing } = registry;
  const { layers, generation, skills, sums } = latest;
  const [upper] = layers;
  const path = upper?.root ?? '';
  const age = indexAge(upper?.indexUpdatedAt, new Date());
  const { counts, checking } = problems;
  return {
    app: 'skills-registry',
    version,
    instanceId: identity.instanceId,
    pid: process.pid,
    startedAt: identity.startedAt.toISOString(),
    startedBy: identity.startedBy,
    registry: {
      path,
      layout: upper?.location?.layout ?? 'registry',
      available: away === undefined,
      ...(away === undefined ? {} : { reason: away }),
      watching,
      ...(scannedAt === undefined ? {} : { scannedAt: scannedAt.toISOString() }),
      ...(endedAt === undefined ? {} : { endedAt: endedAt.toISOString() }),
      ...(isSampleRegistry(path) ? { sample: true as const } : {}),
      ...(identity.isReadOnly ? { readOnly: true as const } : {}),
    },
    registries: layers.map((layer) => layerStatus(layer, identity.added?.(layer.name))),
    generation,
    counts: skillCounts({ ...sums, skills: skills.size }, latest),
    diagnostics: counts,
    ...(reading === undefined ? {} : { reading }),
    ...(indexing === undefined ? {} : { indexing }),
    ...(checking === undefined ? {} : { checking }),
    index: {
      ...(age === undefined ? {} : { updatedAt: age.updatedAt, ageDays: age.days }),
      indexedAt: latest.pickedUpAt.toISOString(),
      loadMs: Math.round(latest.tookMs),
      ...(indexMs === undefined ? {} : { findMs: Math.round(indexMs) }),
    },
    // Added registries are read-only.
    submissions: identity.acceptsSubmissions && layers.some(({ isAdded }) => !isAdded),
    mcpUrl: `${identity.url}/mcp`,
    ...(identity.activity === undefined ? {} : { activity: identity.activity() }),
    ...(identity.callers === undefined ? {} : { callers: identity.callers() }),
  };
}

function layerStatus(
  { name, root, isAdded, unavailable, skills, shadowed }: Layer,
  added: AddedRegistry | undefined,
): ServedLayer {
  const counts = { skills, shadowed };
  const failed = unavailable === undefined ? undefined : 'failed';
  if (!isAdded || added === undefined) return { name, path: root, ...counts, state: failed ?? 'ready' };
  const { address, commit, state, checked_at: checkedAt } = toDocument(added);
  const checked = checkedAt === null ? {} : { checked_at: checkedAt };
  return { name, address, commit, ...counts, state: failed ?? state, ...checked };
}

const NEWS_MS = 100;

/** Tells followers the status after changes, which are collected for a tenth of a second. */
export class StatusNews {
  readonly #status: () => Status;
  readonly #followers = new Set<StatusFollower>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(status: () => Status) {
    this.#status = status;
  }

  /** Adds a follower; returns a function that takes it away. */
  follow(follower: StatusFollower): () => void {
    if (this.#isClosed) follower.onEnd();
    else this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  changed(): void {
    if (this.#isClosed || this.#followers.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const status = this.#status();
      for (const { onStatus } of [...this.#followers]) onStatus(status);
    }, NEWS_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { onEnd } of [...this.#followers]) onEnd();
  }
}
