/**
 * Counts the reads of the last seven days per client, day and skill, and keeps them in
 * `<data>/skills-registry/reads/counts.json`: names and numbers alone. All services of a user add to one file.
 */
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Activity } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { checkOf } from '../contract/schema.ts';
import { readCountsSchema } from '../contract/schemas/files.ts';
import type { Logger } from '../contract/service.ts';
import { writeInside } from '../platform/files.ts';
import { withWriteLock } from '../platform/folder-lock.ts';
import { readPlainText } from '../platform/plain-file.ts';

const FOLDER = 'reads';
const FILE = 'counts.json';
/** Says to all services of the user that nothing is counted. */
const OFF = 'off';
/** Milliseconds between a read and its place in the file. */
const WRITE_AFTER_MS = 5_000;
/** Milliseconds after which somebody who asks has the file read again: another service may have counted. */
const STALE_MS = 30_000;
const DAYS = 7;
/** How many of the most read skills are listed. */
const MOST_READ = 10;
/** Stands for the skills of a client beyond those that are counted by name. */
const OTHERS = '';
const MOST_READS = 1_000_000_000;

const isCounts = checkOf(readCountsSchema);

/** Reads by client, day (`2026-11-29`, local) and skill. The client that read last is the last one. */
export type ReadCounts = Map<string, Map<string, Map<string, number>>>;

/** One or more reads of a skill on one day. */
export interface CountedRead {
  readonly client: string;
  readonly day: string;
  readonly skill: string;
  readonly reads: number;
}

/** Adds reads. Of more than 32 clients the one that read least is forgotten, never the one that reads now. */
export function addReads(counts: ReadCounts, { client, day, skill, reads }: CountedRead): void {
  const days = counts.get(client) ?? new Map<string, Map<string, number>>();
  const skills = days.get(day) ?? new Map<string, number>();
  const isNamed =
    skills.has(skill) || (skills.size < LIMITS.countedSkills && skill.length <= LIMITS.targetCharacters);
  const name = isNamed ? skill : OTHERS;
  skills.set(name, Math.min((skills.get(name) ?? 0) + reads, MOST_READS));
  days.set(day, skills);
  counts.delete(client);
  counts.set(client, days);
  if (counts.size <= LIMITS.callers) return;
  const others = [...counts.keys()].slice(0, -1);
  const readsOf = new Map(others.map((other) => [other, sumOfClient(counts, other)]));
  counts.delete(
    others.reduce((least, other) => ((readsOf.get(other) ?? 0) < (readsOf.get(least) ?? 0) ? other : least)),
  );
}

function sumOfClient(counts: ReadCounts, client: string): number {
  return [...(counts.get(client)?.values() ?? [])].reduce((sum, skills) => sum + sumOf(skills.values()), 0);
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** Returns the sum of several counts, without the days that are over. */
function joined(all: readonly ReadCounts[], now: Date): ReadCounts {
  const [first = '', last = ''] = [lastDays(now)[0], dayOf(new Date(now.getTime() + DAY_MS))];
  const sum: ReadCounts = new Map();
  // Tomorrow may have begun where this machine was yesterday.
  for (const [client, days] of all.flatMap((counts) => [...counts]))
    for (const [day, skills] of days)
      if (first <= day && day <= last)
        for (const [skill, reads] of skills) addReads(sum, { client, day, skill, reads });
  return sum;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns the day of a time where this machine is: `2026-11-29`. */
export function dayOf(date: Date): string {
  const part = (number: number, digits: number) => String(number).padStart(digits, '0');
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
}

/** Returns the last seven days, today last. Noon is on its day whatever a clock change adds or takes. */
export function lastDays(now: Date): readonly string[] {
  return Array.from({ length: DAYS }, (_, at) =>
    dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - (DAYS - 1) + at, 12)),
  );
}

/**
 * Writes counts as the text of the file, 100,000 bytes at most: beyond, the skills of the oldest days are counted
 * together, so that the sums of the clients stay.
 */
export function formatCounts(counts: ReadCounts): string {
  const days = new Set([...counts.values()].flatMap((one) => [...one.keys()]));
  for (const day of [...days].sort()) {
    const text = textOf(counts);
    if (Buffer.byteLength(text) <= LIMITS.countedBytes) return text;
    for (const one of counts.values()) {
      const skills = one.get(day);
      if (skills !== undefined)
        one.set(day, new Map([[OTHERS, Math.min(sumOf(skills.values()), MOST_READS)]]));
    }
  }
  return textOf(counts);
}

function textOf(counts: ReadCounts): string {
  const clients = [...counts].map(([name, days]) => ({
    name,
    days: Object.fromEntries([...days].map(([day, skills]) => [day, Object.fromEntries(skills)])),
  }));
  return `${JSON.stringify({ schema: 1, clients })}\n`;
}

/** Reads the text of the file. Undefined if it is none of ours. */
export function parseCounts(text: string): ReadCounts | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isCounts(value)) return undefined;
  const counts: ReadCounts = new Map();
  for (const { name, days } of value.clients)
    for (const [day, skills] of Object.entries(days))
      for (const [skill, reads] of Object.entries(skills))
        addReads(counts, { client: name, day, skill, reads });
  return counts;
}

/** What the counter of a service needs. */
export interface ReadCounterOptions {
  readonly dataFolder: string;
  readonly logger: Logger;
  /** Is called when counts of the file came in, of an earlier run or another service. */
  readonly onLoad: () => void;
}

/**
 * Counts in memory, and adds what was counted to the file some seconds later and at the end. Nothing waits for the disk:
 * where it can't be written, the counts of this run stay in memory.
 */
export class ReadCounter {
  readonly #options: ReadCounterOptions;
  /** What the file had when it was last read or written. */
  #kept: ReadCounts = new Map();
  /** What is being added to the file. */
  #adding: ReadCounts = new Map();
  /** What was counted since, and is not being added yet. */
  #counted: ReadCounts = new Map();
  #isOn = false;
  /** Whether the user has turned it off in the app: then no service counts. */
  #isOffForAll = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  /** The last work on the disk: one thing after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: ReadCounterOptions) {
    this.#options = options;
  }

  /** Begins to count, unless the user has turned it off for all services. */
  start(): void {
    this.#isOn = true;
    this.#refresh();
  }

  /** Follows the user's switch. Off removes the file, and holds for all services of the user until it is on again. */
  turn(isOn: boolean): void {
    if (isOn) {
      this.#queue(() => fs.rm(this.#path(OFF), { force: true }));
      if (!this.#isOn) this.start();
      return;
    }
    this.stop();
    this.#queue(async () => {
      await this.#locked(async () => {
        await writeInside(this.#options.dataFolder, `${FOLDER}/${OFF}`, '', { mode: 0o600 });
        await this.#remove();
      });
    });
  }

  /** Counts nothing more, and forgets what is in memory. */
  stop(): void {
    this.#isOn = false;
    this.#forget();
  }

  /** Counts a read, in memory. */
  count(client: string, skill: string, at: Date): void {
    if (!this.#isOn || this.#isOffForAll || client === 'unknown') return;
    addReads(this.#counted, { client, day: dayOf(at), skill, reads: 1 });
    this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS).unref();
  }

  /** Returns the counts of the last seven days; undefined if nothing is counted. */
  view(now: Date): Activity['counts'] {
    if (this.#isOn && performance.now() - this.#readAt > STALE_MS) this.#refresh();
    if (!this.#isOn || this.#isOffForAll) return undefined;
    const days = lastDays(now);
    const bySkill = new Map<string, number>();
    const clients = [...joined([this.#kept, this.#adding, this.#counted], now)].flatMap(([client, byDay]) => {
      const own = new Map<string, number>();
      for (const day of days)
        for (const [skill, reads] of byDay.get(day) ?? [])
          for (const sums of [own, bySkill]) sums.set(skill, (sums.get(skill) ?? 0) + reads);
      const reads = days.map((day) => sumOf(byDay.get(day)?.values() ?? []));
      const [most] = mostRead(own);
      return sumOf(reads) === 0 ? [] : [{ client, reads, ...(most !== undefined && { most }) }];
    });
    return { days, clients, skills: mostRead(bySkill) };
  }

  /** Adds the last counts to the file, or gives up after `LIMITS.closeMs`. */
  async close(): Promise<void> {
    this.#write();
    await Promise.race([this.#work, pause(LIMITS.closeMs, undefined, { ref: false })]);
  }

  #path(name: string): string {
    return join(this.#options.dataFolder, FOLDER, name);
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) =>
        this.#options.logger.debug('The counts of reads stay in memory.', { cause: String(error) }),
      );
  }

  /** Does the work while no other service changes the file. */
  async #locked(work: () => Promise<void>): Promise<void> {
    const { dataFolder } = this.#options;
    await fs.mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await withWriteLock(dataFolder, FOLDER, work);
  }

  #refresh(): void {
    this.#readAt = performance.now();
    this.#queue(async () => {
      const before = [this.#isOffForAll, textOf(this.#kept)].join();
      if (!(await this.#isOff())) this.#kept = (await this.#read()) ?? new Map();
      if (this.#isOn && [this.#isOffForAll, textOf(this.#kept)].join() !== before) this.#options.onLoad();
    });
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isOn || this.#counted.size === 0) return;
    this.#queue(async () => {
      const now = new Date();
      this.#adding = joined([this.#counted], now);
      this.#counted = new Map();
      try {
        await this.#locked(() => this.#add(now));
      } catch (error) {
        this.#counted = joined([this.#adding, this.#counted], now);
        throw error;
      } finally {
        this.#adding = new Map();
      }
    });
  }

  async #add(now: Date): Promise<void> {
    if (!this.#isOn || (await this.#isOff())) return;
    const before = await this.#read();
    const sum = joined([before ?? new Map(), this.#adding], now);
    const text = formatCounts(sum);
    // A writer keeps the permissions of a file, and refuses a link.
    if (before === undefined) await this.#remove();
    await writeInside(this.#options.dataFolder, `${FOLDER}/${FILE}`, text, { mode: 0o600 });
    this.#kept = sum;
    this.#readAt = performance.now();
  }

  /** Reads the file. Undefined if there is none, or none of ours. */
  async #read(): Promise<ReadCounts | undefined> {
    const text = await readPlainText(this.#path(FILE), LIMITS.countedBytes);
    return text === undefined ? undefined : parseCounts(text);
  }

  async #remove(): Promise<void> {
    await fs.rm(this.#path(FILE), { force: true });
  }

  /** Looks whether the user has turned it off. What was counted is forgotten then. */
  async #isOff(): Promise<boolean> {
    this.#isOffForAll = await fs.access(this.#path(OFF)).then(
      () => true,
      () => false,
    );
    if (this.#isOffForAll) this.#forget();
    return this.#isOffForAll;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const counts of [this.#kept, this.#adding, this.#counted]) counts.clear();
  }
}

/** Returns the most read skills, the most read first. */
function mostRead(reads: ReadonlyMap<string, number>) {
  return [...reads]
    .filter(([skillKey]) => skillKey !== OTHERS)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MOST_READ)
    .map(([skillKey, count]) => ({ skillKey, reads: count }));
}
