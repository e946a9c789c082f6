import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Activity } from '../../../src-server/contract/api.ts';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import {
  addReads,
  dayOf,
  formatCounts,
  lastDays,
  parseCounts,
  ReadCounter,
  type ReadCounts,
} from '../../../src-server/service/read-counts.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const PGX = 'go/jackc/pgx';
const TOKIO = 'rust/tokio-rs/tokio';
const NOW = new Date();

const fileIn = (data: string) => join(data, 'reads', 'counts.json');

/** A counter over a data folder, as a service of it starts one. */
function counterOf(data: string): ReadCounter {
  const counter = new ReadCounter({ dataFolder: data, logger: silentLogger, onLoad() {} });
  counter.start();
  return counter;
}

/** Counts reads as a service that then ends. */
async function countIn(data: string, ...clients: readonly string[]): Promise<void> {
  const counter = counterOf(data);
  for (const client of clients) counter.count(client, PGX, NOW);
  await counter.close();
}

/** What a service says that starts with this folder. */
async function toldIn(data: string): Promise<Activity['counts']> {
  const counter = counterOf(data);
  await counter.close();
  return counter.view(NOW);
}

const sums = (counts: Activity['counts']) =>
  Object.fromEntries(
    (counts?.clients ?? []).map(({ client, reads }) => [client, reads.reduce((a, b) => a + b)]),
  );

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe('the counts of reads', () => {
  it('are kept per client, day and skill, without questions and texts, for the next start', async () => {
    const data = temporaryFolder();
    const counter = counterOf(data);
    for (const skill of [PGX, TOKIO, TOKIO]) counter.count('claude-code', skill, NOW);
    await counter.close();
    const day = dayOf(NOW);
    expect(JSON.parse(readFileSync(fileIn(data), 'utf8'))).toEqual({
      schema: 1,
      clients: [{ name: 'claude-code', days: { [day]: { [PGX]: 1, [TOKIO]: 2 } } }],
    });
    expect(await toldIn(data)).toEqual({
      days: lastDays(NOW),
      clients: [{ client: 'claude-code', reads: [0, 0, 0, 0, 0, 0, 3], most: { skillKey: TOKIO, reads: 2 } }],
      skills: [
        { skillKey: TOKIO, reads: 2 },
        { skillKey: PGX, reads: 1 },
      ],
    });
  });

  it('have all reads of services that end at once', async () => {
    const data = temporaryFolder();
    const counters = Array.from({ length: 8 }, () => counterOf(data));
    for (const [at, counter] of counters.entries())
      for (let read = 0; read <= at; read += 1) counter.count(`client-${at % 2}`, PGX, NOW);
    await Promise.all(counters.map((counter) => counter.close()));
    expect(sums(await toldIn(data))).toEqual({ 'client-0': 1 + 3 + 5 + 7, 'client-1': 2 + 4 + 6 + 8 });
  });

  it('leave out a program without a name', async () => {
    const data = temporaryFolder();
    await countIn(data, 'unknown');
    expect(existsSync(fileIn(data))).toBe(false);
  });

  it('show what another service has counted meanwhile to whoever asks later', async () => {
    const data = temporaryFolder();
    vi.useFakeTimers({ toFake: ['performance'] });
    const onLoad = vi.fn();
    const counter = new ReadCounter({ dataFolder: data, logger: silentLogger, onLoad });
    counter.start();
    expect(sums(counter.view(NOW))).toEqual({});
    await countIn(data, 'zed');
    vi.advanceTimersByTime(60_000);
    counter.view(NOW);
    vi.useRealTimers();
    await vi.waitFor(() => expect(onLoad).toHaveBeenCalledTimes(1));
    expect(sums(counter.view(NOW))).toEqual({ zed: 1 });
  });
});

describe('a file of counts', () => {
  it.each<[string, (path: string) => void]>([
    ['broken', (path) => write(path, '{"schema":1,"clients":[')],
    ['of another program', (path) => write(path, '{"name":"other"}')],
    ['of a newer version', (path) => write(path, '{"schema":2,"clients":[]}')],
    [
      'with numbers that nobody counts',
      (path) => write(path, `{"schema":1,"clients":[{"name":"a","days":{"${dayOf(NOW)}":{"x":-5}}}]}`),
    ],
    ['too large', (path) => write(path, ' '.repeat(LIMITS.countedBytes + 1))],
    [
      'a link to another file',
      (path) => {
        mkdirSync(dirname(path), { recursive: true });
        write(join(dirname(path), '..', 'mine'), 'mine');
        symlinkSync('../mine', path);
      },
    ],
    [
      'unreadable',
      (path) => {
        write(path, '{"schema":1,"clients":[]}');
        chmodSync(path, 0);
      },
    ],
  ])('that is %s is replaced', async (_, spoil) => {
    const data = temporaryFolder();
    spoil(fileIn(data));
    await countIn(data, 'claude-code');
    expect(sums(await toldIn(data))).toEqual({ 'claude-code': 1 });
    if (existsSync(join(data, 'mine'))) expect(readFileSync(join(data, 'mine'), 'utf8')).toBe('mine');
  });

  it.each<[string, (data: string) => void]>([
    ['a folder is in its place', (data) => write(join(fileIn(data), 'mine'), 'mine')],
    ['a file is in the place of its folder', (data) => write(join(data, 'reads'), 'mine')],
    ['the folder is a link', (data) => symlinkSync('.', join(data, 'reads'))],
  ])('is not written where %s: the counts stay in memory', async (_, spoil) => {
    const data = temporaryFolder();
    spoil(data);
    const counter = counterOf(data);
    counter.count('claude-code', PGX, NOW);
    await counter.close();
    expect(sums(counter.view(NOW))).toEqual({ 'claude-code': 1 });
    counter.count('claude-code', PGX, NOW);
    expect(sums(counter.view(NOW))).toEqual({ 'claude-code': 2 });
  });

  it('goes with the user’s switch, which holds for other services, too', async () => {
    const data = temporaryFolder();
    await countIn(data, 'claude-code');
    const [app, other] = [counterOf(data), counterOf(data)];
    other.count('zed', PGX, NOW);
    app.turn(false);
    await app.close();
    expect(existsSync(fileIn(data))).toBe(false);
    await other.close();
    expect(existsSync(fileIn(data))).toBe(false);
    expect([app.view(NOW), other.view(NOW), await toldIn(data)]).toEqual([undefined, undefined, undefined]);
    app.turn(true);
    app.count('zed', PGX, NOW);
    await app.close();
    expect(sums(await toldIn(data))).toEqual({ zed: 1 });
  });
});

describe('the days', () => {
  it('begin at midnight where the machine is', () => {
    const before = new Date(2026, 10, 29, 23, 59, 59);
    expect(dayOf(before)).toBe('2026-11-29');
    expect(dayOf(new Date(before.getTime() + 1_000))).toBe('2026-11-30');
  });

  it.each([
    [2026, 2, 31],
    [2026, 3, 2],
    [2026, 9, 26],
    [2026, 10, 3],
    [2028, 2, 3],
    [2027, 0, 4],
  ])('are seven on end whatever month ends or clock changes before %i-%i-%i', (year, month, day) => {
    const days = lastDays(new Date(year, month, day, 0, 30));
    const gaps = days.slice(1).map((one, at) => Date.parse(one) - Date.parse(days[at] ?? ''));
    expect(gaps).toEqual(Array(6).fill(86_400_000));
    expect(days.at(-1)).toBe(dayOf(new Date(year, month, day)));
  });

  it('that are over leave the file, and so do those of a clock that was wrong', async () => {
    const data = temporaryFolder();
    const counter = counterOf(data);
    for (const days of [-400, -7, -6, 0, 2, 9_000])
      counter.count(
        'claude-code',
        PGX,
        new Date(NOW.getFullYear(), NOW.getMonth(), NOW.getDate() + days, 12),
      );
    await counter.close();
    const [kept] = JSON.parse(readFileSync(fileIn(data), 'utf8')).clients;
    expect(Object.keys(kept.days).sort()).toEqual([lastDays(NOW)[0], dayOf(NOW)]);
  });
});

describe('what strangers call themselves', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      '"\\"\\"\\',
      '\u0001'.repeat(60),
      '界'.repeat(60),
      '\ud800'.repeat(60),
    ),
  );

  it('never makes the file larger than 100,000 bytes, and is read back as it was counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, fc.integer({ min: 0, max: 6 }), anyText), {
          minLength: 1,
          maxLength: 300,
        }),
        fc.integer({ min: 1, max: 400 }),
        (reads, copies) => {
          const counts: ReadCounts = new Map();
          for (const [client, day, skill] of reads)
            for (let copy = 0; copy < copies; copy += 37)
              addReads(counts, { client, day: `2026-11-1${day}`, skill: `${skill}/${copy}`, reads: 1 });
          const before = sumsOf(counts);
          const text = formatCounts(counts);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100_000);
          const read = parseCounts(text);
          expect(read && sumsOf(read)).toEqual(before);
        },
      ),
    );
  });

  it('fills the file with 10,000 names and skills, and pushes out nobody who reads more', () => {
    const counts: ReadCounts = new Map();
    const day = '2026-11-29';
    addReads(counts, { client: 'claude-code', day, skill: PGX, reads: 62 });
    for (let at = 0; at < 10_000; at += 1)
      addReads(counts, {
        client: `${at} ${'界'.repeat(50)}`,
        day,
        skill: `${'k'.repeat(190)}${at}`,
        reads: 1,
      });
    for (let at = 0; at < 10_000; at += 1)
      addReads(counts, {
        client: 'crawler',
        day: `2026-11-2${at % 7}`,
        skill: `${'k'.repeat(190)}${at}`,
        reads: 1,
      });
    const text = formatCounts(counts);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100_000);
    const read = sumsOf(parseCounts(text) ?? new Map());
    expect(read).toMatchObject({ 'claude-code': 62, crawler: 10_000 });
    expect(Object.keys(read)).toHaveLength(LIMITS.callers);
  });

  it('leaves room for a client that is new', () => {
    const counts: ReadCounts = new Map();
    for (let at = 0; at < 40; at += 1)
      addReads(counts, { client: `old-${at}`, day: '2026-11-29', skill: PGX, reads: 5 });
    for (let read = 0; read < 3; read += 1)
      addReads(counts, { client: 'new', day: '2026-11-29', skill: PGX, reads: 1 });
    expect(sumsOf(counts)).toMatchObject({ new: 3 });
  });
});

function sumsOf(counts: ReadCounts): Record<string, number> {
  const sumOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  return Object.fromEntries(
    [...counts].map(([client, days]) => [
      client,
      sumOf([...days.values()].flatMap((skills) => [...skills.values()])),
    ]),
  );
}
