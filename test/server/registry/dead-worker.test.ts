/** What reads the registry may end at any moment: at a start, while it reads, while it checks, after an edit. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { untilChecked } from '../../../src-server/cli/commands/export-site.ts';
import type { RegistryRules } from '../../../src-server/contract/diagnostic.ts';
import { BUILT_ANEW } from '../../../src-server/contract/errors.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import { LocalQueries } from '../../../src-server/service/open-registry.ts';
import {
  END,
  neverRead,
  openScripted as open,
  patch,
  record,
  scanned,
  stateOf,
} from '../../support/scripted-worker.ts';
import { eventually } from '../../support/test-server.ts';

const ONE = 'go/acme/one';
const TWO = 'go/acme/two';

const whole = (keys: readonly string[], state: object = stateOf(1)) =>
  patch(
    keys.map((key) => record(key, key)),
    { isWhole: true, state },
  );
const indexed = { type: 'indexed' };
const keys = ({ registry }: Pick<ReturnType<typeof open>, 'registry'>) => [...registry.latest.skills.keys()];
const ended = ({ registry }: Pick<ReturnType<typeof open>, 'registry'>) =>
  eventually(
    () => registry.endedAt,
    (at) => at !== undefined,
  );

const askedOf = ({ registry }: Pick<ReturnType<typeof open>, 'registry'>) =>
  new LocalQueries({ registry } as unknown as ConstructorParameters<typeof LocalQueries>[0]);
/** Waits as `export-site` does. */
const waitAsExport = (opened: ReturnType<typeof open>, told: string[] = []) => {
  const queries = askedOf(opened);
  const statusNow = () => {
    const { checking } = queries.problems;
    return checking === undefined ? {} : { checking };
  };
  return untilChecked({ ...opened, queries: { statusNow } }, (line) => told.push(line));
};

it('a worker that has ended leaves nothing behind that a process would wait for', async () => {
  const opened = open([[whole([ONE]), scanned, indexed]]);
  await opened.registry.opened();
  const waits = () => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
  const before = waits();
  await opened.registry.close();
  expect(waits()).toBeLessThanOrEqual(before);
});

describe('a worker that ends', () => {
  it('at each start: opening is refused, and says why', async () => {
    const { registry } = open([[END]]);
    await expect(registry.opened()).rejects.toThrow(/can't be read: what reads it ends each time/);
  });

  it('while it reads the registry, once: the next one serves it', async () => {
    const opened = open([[patch([record(ONE, 'a')], { isWhole: true })], [whole([ONE, TWO]), scanned]]);
    await opened.registry.opened();
    expect(keys(opened)).toEqual([ONE, TWO]);
  });

  it('before all words are known, each time: find answers from what is there', async () => {
    const opened = open([[whole([ONE]), scanned, END]]);
    await opened.registry.opened();
    await opened.registry.indexed();
    expect(keys(opened)).toEqual([ONE]);
    expect(opened.registry.indexMs).toBeUndefined();
  });

  it('while it reads and tells words: nothing is said to go on, until the next one says so', async () => {
    const note = (step: string, done: number) => ({ type: 'progress', step, done, total: 100 });
    const dying = [whole([ONE]), scanned, note('reading', 50), note('indexing', 50), END];
    const opened = open([dying, [whole([ONE]), scanned, note('indexing', 10)]]);
    await ended(opened);
    expect([opened.registry.reading, opened.registry.indexing]).toEqual([undefined, undefined]);
    await eventually(
      () => opened.registry.indexing,
      (indexing) => indexing !== undefined,
    );
    expect(opened.registry.indexing).toEqual({ done: 10, total: 100 });
  });

  it('a scan that has ended, and words that are known, are no progress any more', async () => {
    const note = (step: string) => ({ type: 'progress', step, done: 50, total: 100 });
    const { registry } = open([[note('reading'), whole([ONE]), scanned, note('indexing'), indexed]]);
    await registry.indexed();
    expect([registry.reading, registry.indexing]).toEqual([undefined, undefined]);
  });

  it.each([
    [
      'some words',
      [{ type: 'progress', step: 'indexing', done: 1_400, total: 2_000 }],
      '1,400 of 2,000 skills',
    ],
    ['no word', [], '0 of 2 skills'],
    ['the words of nothing', [{ type: 'progress', step: 'indexing', done: 0, total: 1 }], '0 of 1 skill'],
  ])(
    'or takes too long, when %s are known: a question is refused, and says how far it is',
    async (_far, notes, far) => {
      const opened = open([[whole([ONE, TWO]), scanned, ...notes]], { wordsMs: 50 });
      await opened.registry.opened();
      await expect(opened.registry.indexed()).rejects.toMatchObject({
        status: 503,
        message: `find still reads the words of the skills: it knows those of ${far}. Ask again in a minute.`,
      });
    },
  );

  it.each([
    ['gone', (file: string) => rmSync(file)],
    ['of another build', (file: string) => writeFileSync(file, 'import "./chunk-OFOTHERS.js";')],
    ['a folder', (file: string) => [rmSync(file), mkdirSync(file)]],
  ])(
    'and whose file is %s: what is known stays, and all who ask are told to restart',
    async (_what, change) => {
      const logged: string[] = [];
      const logger = { ...silentLogger, error: (line: string) => void logged.push(line) };
      const opened = open([[whole([ONE]), scanned, indexed, END]], { logger, restartMs: 20 });
      const { registry } = opened;
      await registry.opened();
      const file = join(dirname(opened.asked), 'worker.mjs');
      const text = readFileSync(file);
      change(file);
      await eventually(
        () => logged,
        (lines) => lines.includes(BUILT_ANEW),
      );
      expect(keys(opened)).toEqual([ONE]);
      expect(registry.latest.general.map(({ message }) => message).join()).toContain(BUILT_ANEW);
      await expect(registry.rescan()).rejects.toMatchObject({
        status: 503,
        message: expect.stringContaining(BUILT_ANEW),
      });
      await expect(registry.review('{}', {} as RegistryRules)).rejects.toThrow(BUILT_ANEW);
      const { generation } = registry.latest;
      await setTimeout(100);
      expect(registry.latest.generation).toBe(generation);
      expect(logged.filter((line) => line === BUILT_ANEW)).toHaveLength(1);
      rmSync(file, { recursive: true, force: true });
      writeFileSync(file, text);
      await eventually(
        () => registry.endedAt,
        (at) => at === undefined,
      );
    },
  );

  it('before all skills are checked, each time: an export gives up, and says why', async () => {
    const opened = open([[whole([ONE]), scanned, indexed, END]]);
    await opened.registry.opened();
    const told: string[] = [];
    await expect(waitAsExport(opened, told)).rejects.toThrow(
      /can’t be checked: what checks them ends each time/,
    );
    expect([told[0], told.at(-1)]).toEqual(['0 of 1 skill checked', '']);
    expect(keys(opened)).toEqual([ONE]);
  });

  it('before all skills are checked, once: an export waits for the next one’s checks', async () => {
    const findings = { reading: [], checks: [], isChecked: true };
    const check = patch([{ key: ONE, findings }], { isCheck: true });
    const opened = open([
      [whole([ONE]), scanned, indexed],
      [whole([ONE]), scanned, indexed, check],
    ]);
    await opened.registry.opened();
    await waitAsExport(opened);
    expect(opened.registry.latest.sums.checked).toBe(1);
    expect(opened.registry.endsOfChecks).toBe(0);
  });

  it('before all words are known, once: find waits for the next one', async () => {
    const opened = open([
      [whole([ONE]), scanned],
      [whole([ONE]), scanned, indexed],
    ]);
    await opened.registry.indexed();
    expect(opened.registry.indexMs).toBeGreaterThan(0);
  });

  it('while it checks: what it had found stays, and the rest is still to be checked', async () => {
    const findings = { reading: [], checks: [], isChecked: true };
    const opened = open([
      [whole([ONE, TWO]), scanned, patch([{ key: ONE, findings }], { isCheck: true }), END],
    ]);
    await ended(opened);
    expect(opened.registry.latest.sums).toMatchObject({ checked: 1 });
    expect(keys(opened)).toEqual([ONE, TWO]);
  });

  it('in the middle of a change: nothing of it is served, and all of it by the next one', async () => {
    const opened = open([
      [whole([ONE]), scanned, patch([record(TWO, 'half')])],
      [whole([ONE, TWO]), scanned],
    ]);
    await ended(opened);
    expect(keys(opened)).toEqual([ONE]);
    await eventually(
      () => keys(opened),
      (served) => served.length === 2,
    );
  });

  it('while somebody waits for a scan: the scan is refused, now and until the next one runs', async () => {
    const { registry } = open([[whole([ONE]), scanned]]);
    await registry.opened();
    const scan = registry.setLayers([{ name: 'one', folder: 'end', isAdded: false }]);
    await expect(scan).rejects.toThrow(/can’t be read again now/);
    await expect(registry.rescan()).rejects.toMatchObject({ code: 'registry_unavailable' });
  });

  it('while it checks a submission: the submission is refused at once, and those behind it', async () => {
    const { registry } = open([[whole([ONE]), scanned]]);
    await registry.opened();
    const review = registry.review('{}', {} as RegistryRules);
    await expect(review).rejects.toMatchObject({ code: 'registry_unavailable', status: 503 });
    await expect(registry.review('{}', {} as RegistryRules)).rejects.toThrow(/can’t be read again now/);
  });

  it('is not waited for after the service is closed', async () => {
    const { registry } = open([[]]);
    const waiting = Promise.allSettled([registry.opened(), registry.indexed(), registry.rescan()]);
    await registry.close();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('while the folder is away: the last state stays served, and goes when it is read again', async () => {
    const opened = open([
      [whole([ONE, TWO]), scanned],
      [
        patch([], { isWhole: true, state: neverRead(2, 'It is gone.') }),
        { ...scanned, failure: 'marks the second worker' },
      ],
    ]);
    await eventually(
      () => opened.registry.away,
      (reason) => reason === 'It is gone.',
    );
    expect(keys(opened)).toEqual([ONE, TWO]);
    expect(opened.registry.snapshot().layers).toMatchObject([{ unavailable: 'It is gone.', skills: 1 }]);
  });

  it('while the folder is away: what is gone from it when it is back is not served any more', async () => {
    const opened = open([
      [whole([ONE, TWO]), scanned],
      [
        patch([], { isWhole: true, state: neverRead(2, 'It is gone.') }),
        scanned,
        patch([], { state: neverRead(2, 'It is still gone.') }),
        patch([record(ONE, 'new')], { state: stateOf(3) }),
        scanned,
      ],
    ]);
    await eventually(
      () => opened.registry.latest.head.version,
      (version) => version === 3,
    );
    expect(keys(opened)).toEqual([ONE]);
    expect(opened.registry.away).toBeUndefined();
  });

  it('with two layers, of which one is away: the other’s skills are replaced, its own are kept', async () => {
    const layer = (name: string, location: object | undefined) => ({
      ...{ name, root: `/${name}`, isAdded: false, skills: 1, shadowed: 0, location },
      unavailable: location === undefined ? `${name} is gone.` : undefined,
    });
    const place = { root: '/', skillsFolder: 'skills', layout: 'registry' };
    const of = (registry: string, key: string) => ({ ...record(key, key), registry });
    const opened = open([
      [
        patch([of('own', ONE), of('team', TWO)], {
          ...{
            isWhole: true,
            state: stateOf(1, undefined, { layers: [layer('own', place), layer('team', place)] }),
          },
        }),
        scanned,
      ],
      [
        patch([of('own', 'go/acme/other')], {
          ...{ isWhole: true },
          state: stateOf(2, undefined, { layers: [layer('own', place), layer('team', undefined)] }),
        }),
        scanned,
      ],
    ]);
    await eventually(
      () => opened.registry.latest.head.version,
      (version) => version === 2,
    );
    expect(keys(opened)).toEqual(['go/acme/other', TWO]);
    expect(opened.registry.away).toBeUndefined();
  });
});

describe('a skill with its tokens', () => {
  const COUNTED = new Map([['overview.md', { tokens: 7, isEstimate: false }]]);
  const DIES = 'dies/when/asked';
  const refusal = { code: 'registry_unavailable', status: 503 };

  it('is refused when the worker has ended before it counted them, and the skill alone is answered', async () => {
    const opened = open([[whole([ONE, DIES]), scanned], [END]], { restartMs: 60_000 });
    await ended(opened);
    const queries = askedOf(opened);
    await expect(queries.skill(ONE, { tokens: true })).rejects.toMatchObject(refusal);
    expect((await queries.skill(ONE))._contents).toEqual({ 'overview.md': ONE });
  });

  it('is refused when the worker ends while somebody waits for them', async () => {
    const opened = open([[whole([ONE, DIES]), scanned]], { restartMs: 60_000 });
    await opened.registry.opened();
    await expect(askedOf(opened).skill(DIES, { tokens: true })).rejects.toMatchObject(refusal);
  });

  it('is refused when they are not counted in time', async () => {
    const opened = open([[whole([ONE]), scanned]], { countedMs: 50 });
    await opened.registry.opened();
    await expect(askedOf(opened).skill(ONE, { tokens: true })).rejects.toMatchObject(refusal);
  });

  it('is answered after the worker has ended where they were counted before', async () => {
    const counted = patch([{ key: ONE, tokens: COUNTED }], { isCheck: true });
    const opened = open([[whole([ONE]), scanned, counted], [END]], { restartMs: 60_000 });
    await ended(opened);
    expect((await askedOf(opened).skill(ONE, { tokens: true }))._tokens).toEqual({ 'overview.md': 7 });
  });

  it('is not waited for where the skill is not served', async () => {
    const opened = open([[whole([ONE]), scanned]]);
    await opened.registry.opened();
    await expect(askedOf(opened).skill(TWO, { tokens: true })).rejects.toMatchObject({
      code: 'skill_not_found',
    });
  });
});
