import { isSampleRegistry, version } from '../built-files.ts';
import type { AddedRegistry } from '../contract/added-registries.ts';
import {
  type Activity,
  type ActivityEvent,
  type ActivityListener,
  type AgentRead,
  type AskedInVain,
  INTRODUCTIONS,
  isPersonAsking,
  type McpCaller,
  type ServedLayer,
  type Status,
  type ToldUnasked,
} from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import type { StatusFollower } from '../contract/queries.ts';
import { toDocument } from '../registries/registry-store.ts';
import { indexAge, type Problems } from '../registry/problems.ts';
import type { Registry } from '../registry/registry.ts';
import { skillCounts } from '../registry/snapshot.ts';
import type { ServedLayer as Layer } from '../registry/worker-messages.ts';
import type { ReadCounter } from './read-counts.ts';

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
  /** Returns how often the activity has changed. */
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

/**
 * Milliseconds within which requests are one call: a tool of the program on standard input asks several addresses for
 * one answer.
 */
const ONE_CALL_MS = 1_000;
/** A route of HTTP: a tool or a resource of MCP is one call. */
const ADDRESS = /^[A-Z]+ \//;
const INTRODUCTION_ROUTES: readonly string[] = Object.values(INTRODUCTIONS);

interface AgentActivityOptions {
  /** Whether reads and questions are kept; callers always are, since they prove a connection. Default: true. */
  readonly isRecording?: boolean;
  /** Gets each read; without it none is counted. */
  readonly counter?: ReadCounter | undefined;
  /** Is called when the status is another one: of a call over MCP, a read, a question in vain, other counts. */
  readonly onChange?: (() => void) | undefined;
  /** Is told of each call, also those of people. */
  readonly onActivity?: ActivityListener | undefined;
}

/**
 * What agents and scripts asked since the start of the service, in memory: who called, which skills were read, and
 * which questions no skill answers. A counter keeps the number of reads. Pages, the window and commands are left out:
 * people read there.
 */
export class AgentActivity {
  readonly #callers = new Map<string, McpCaller>();
  /** The latest reads, the newest last. */
  readonly #reads: AgentRead[] = [];
  /** Questions without an answer, by their words without case and spaces; the last asked is last. */
  readonly #gaps = new Map<string, AskedInVain>();
  /** What models were told unasked, the latest first. */
  #told: readonly (ToldUnasked & { readonly at: string })[] = [];
  readonly #since = new Date().toISOString();
  #isRecording: boolean;
  #entries = 0;
  readonly #options: AgentActivityOptions;

  constructor(options: AgentActivityOptions = {}) {
    this.#isRecording = options.isRecording ?? true;
    this.#options = options;
  }

  /** Turns the recording on or off; off forgets at once what was recorded. */
  record(isRecording: boolean): void {
    if (isRecording === this.#isRecording) return;
    this.#isRecording = isRecording;
    this.#reads.length = 0;
    this.#gaps.clear();
    this.#told = [];
    this.countsChanged();
  }

  /** Takes a call of whoever asks, and keeps those of agents and scripts. */
  readonly note: ActivityListener = (event) => {
    const { onChange, onActivity } = this.#options;
    onActivity?.(event);
    if (isPersonAsking(event)) return;
    const isMcp = event.protocol === 'mcp';
    if (isMcp) this.#noteCaller(event);
    const isEntry =
      this.#isRecording &&
      event.status < 400 &&
      (this.#noteTold(event) || this.#noteRead(event) || this.#noteGap(event));
    if (isEntry) this.#entries += 1;
    if (isMcp || isEntry) onChange?.();
  };

  /** Returns the callers over MCP, the latest first: they prove a connection. */
  callers(): readonly McpCaller[] {
    return [...this.#callers.values()].reverse();
  }

  /** Takes note that the counts are others now. */
  countsChanged(): void {
    this.#entries += 1;
    this.#options.onChange?.();
  }

  /** The number of changes of the lists so far. */
  get entries(): number {
    return this.#entries;
  }

  lists(): Activity {
    const gaps = [...this.#gaps.values()].reverse().sort((a, b) => b.count - a.count);
    const reads = this.#reads.toReversed();
    const told = [...this.#told];
    const counts = this.#options.counter?.view(new Date());
    return { since: this.#since, recording: this.#isRecording, reads, gaps, told, ...(counts && { counts }) };
  }

  #noteCaller(event: ActivityEvent): void {
    const { client } = event;
    const before = this.#callers.get(client);
    this.#callers.delete(client);
    this.#callers.set(client, nextCaller(before, event));
    dropOldest(this.#callers, LIMITS.callers);
  }

  #noteTold({ at, told }: ActivityEvent): boolean {
    if (told === undefined) return false;
    this.#told = [{ at, ...told }, ...this.#told].slice(0, LIMITS.told);
    return true;
  }

  #noteRead(event: ActivityEvent): boolean {
    const { at, client, skillKey, section } = event;
    if (skillKey === undefined) return false;
    const file = fileOf(event);
    // Others may have read between the addresses of one call.
    const place = ADDRESS.test(event.route)
      ? this.#reads.findLastIndex((read) => read.client === client)
      : -1;
    const before = this.#reads[place];
    const isSameCall =
      before?.skillKey === skillKey &&
      isOneCall(before.at, at) &&
      (before.file === file || before.file === undefined || file === undefined);
    const [same] = isSameCall ? this.#reads.splice(place, 1) : [];
    this.#reads.push({ ...same, at, client, skillKey, ...(file && { file }), ...(section && { section }) });
    if (this.#reads.length > LIMITS.reads) this.#reads.shift();
    if (same === undefined) this.#options.counter?.count(client, skillKey, new Date(at));
    return true;
  }

  #noteGap({ at, client, route, target, results }: ActivityEvent): boolean {
    const question = target.trim();
    // A list of packages is no question that could be asked again.
    if (route === 'POST /v1/match' || results !== 0 || question === '') return false;
    const id = question.toLowerCase().replace(/\s+/g, ' ');
    const before = this.#gaps.get(id);
    const isSameCall = before !== undefined && before.client === client && isOneCall(before.lastAt, at);
    const count = (before?.count ?? 0) + (isSameCall ? 0 : 1);
    this.#gaps.delete(id);
    this.#gaps.set(id, { question, client, count, lastAt: at });
    dropOldest(this.#gaps, LIMITS.gaps);
    return true;
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest = ''] = map.keys();
  if (map.size > most) map.delete(oldest);
}

const SECOND = '2026-11-29T12:00:00'.length;

function isOneCall(before: string, at: string): boolean {
  // Two times are parsed where they are not of the same second.
  return (
    before.slice(0, SECOND) === at.slice(0, SECOND) ||
    Math.abs(Date.parse(at) - Date.parse(before)) < ONE_CALL_MS
  );
}

/** Returns the file that was read; undefined where a skill was read as a whole, or what answers a question. */
function fileOf({ skillKey, target }: ActivityEvent): string | undefined {
  return target.startsWith(`${skillKey}/`) ? target.slice(`${skillKey}/`.length) || undefined : undefined;
}

/** Adds a call to what is known of its caller. A failed one doesn't replace the last that was answered. */
function nextCaller(before: McpCaller | undefined, event: ActivityEvent): McpCaller {
  const { client: name, at, route, skillKey, status } = event;
  const caller = { ...before, name, lastAt: at };
  if (status !== 200 || INTRODUCTION_ROUTES.includes(route)) return caller;
  if (skillKey === undefined) return { ...caller, lastCall: at };
  const file = fileOf(event);
  return { ...caller, lastCall: at, lastRead: { at, skillKey, ...(file !== undefined && { file }) } };
}
