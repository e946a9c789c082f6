import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Problems } from '../../../src-server/registry/problems.ts';
import type { Registry } from '../../../src-server/registry/registry.ts';
import {
  neverRead,
  openScripted as open,
  patch,
  record,
  scanned,
  sharedTexts,
  stateOf,
} from '../../support/scripted-worker.ts';
import { eventually } from '../../support/test-server.ts';

const ONE = 'go/acme/one';
const TWO = 'go/acme/two';

const keys = (registry: Registry) => [...registry.latest.skills.keys()];
const problems = (registry: Registry) => new Problems(registry.latest, new Date()).answer.diagnostics;

describe('the served registry', () => {
  it('serves nothing of a change before its last part has come', async () => {
    const { registry, changes } = open([
      [
        patch([record(ONE, 'a')], { isWhole: true }),
        patch([record(TWO, 'b')], { state: stateOf(1) }),
        scanned,
      ],
    ]);
    await registry.opened();
    expect(keys(registry)).toEqual([ONE, TWO]);
    expect(changes.map(({ changed }) => changed.map(({ key }) => key))).toEqual([[ONE, TWO]]);
  });

  it('tells search at once what is gone, and of a large change the rest in turns, each skill with its words', async () => {
    const many = Array.from({ length: 23 }, (_, number) => `go/a/s${number}`);
    const skills = many.slice(3).map((key) => ({ key }));
    const words = { first: 0, terms: ['x'], forms: [], formTerms: [] };
    const { changes } = open([
      [
        patch([record(ONE, 'a'), record(TWO, 'b')], { isWhole: true, state: stateOf(1) }),
        patch(
          many.map((key) => record(key, key)),
          {
            ...{ removed: [ONE, TWO], terms: { dictionary: 'one', words, skills }, state: stateOf(2) },
          },
        ),
        patch([], { terms: { dictionary: 'one', words: { ...words, first: 1 }, skills: [] }, isCheck: true }),
        scanned,
      ],
    ]);
    const [start, gone, ...turns] = await eventually(
      () => changes,
      (all) => all.at(-1)?.terms[0]?.words.first === 1,
    );
    expect(start?.changed).toHaveLength(2);
    expect(gone).toEqual({ changed: [], removed: [ONE, TWO], terms: [] });
    const keysOf = (turn: (typeof changes)[number]) => turn.changed.map(({ key }) => key);
    const wordsOf = (turn: (typeof changes)[number]) => turn.terms.flatMap((batch) => batch.skills);
    expect(turns.map(keysOf)).toEqual([many.slice(3, 13), many.slice(13), many.slice(0, 3), []]);
    expect(turns.map((turn) => wordsOf(turn).map(({ key }) => key))).toEqual([
      ...[many.slice(3, 13), many.slice(13)],
      ...[[], []],
    ]);
  });

  it('takes the words of a large change in turns, in order, each with few skills', async () => {
    const named = (count: number, author: string) =>
      Array.from({ length: count }, (_, number) => `go/${author}/s${number}`);
    const termsOf = (skills: readonly string[], first: number, words: readonly string[]) => ({
      dictionary: 'one',
      words: { first, terms: words, forms: [], formTerms: [] },
      skills: skills.map((key) => ({ key })),
    });
    const [upper, lower] = [named(25, 'a'), named(12, 'b')];
    const records = (all: readonly string[]) => all.map((key) => record(key, key));
    const { changes } = open([
      [
        patch([record(ONE, 'a')], { isWhole: true, state: stateOf(1) }),
        patch(records(upper), { terms: termsOf(upper, 0, ['x', 'y']) }),
        patch(records(lower), { terms: termsOf(lower, 2, ['z']), state: stateOf(2) }),
        patch([], { terms: termsOf([ONE], 3, ['last']), isCheck: true }),
        scanned,
      ],
    ]);
    const turns = await eventually(
      () => changes.flatMap(({ terms }) => terms),
      (all) => all.some(({ words }) => words.terms.includes('last')),
    );
    expect(turns.map(({ skills }) => skills.length)).toEqual([10, 10, 5, 10, 2, 1]);
    expect(turns.map(({ words }) => words.first)).toEqual([0, 2, 2, 2, 3, 3]);
    expect(turns.flatMap(({ words }) => words.terms)).toEqual(['x', 'y', 'z', 'last']);
    expect(turns.flatMap(({ skills }) => skills.map(({ key }) => key))).toEqual([...upper, ...lower, ONE]);
  });

  it('keeps the parts of a record that did not change, and the snapshot that a request holds', async () => {
    const { registry } = open([
      [
        patch([record(ONE, 'a'), record(TWO, 'b')], { isWhole: true, state: stateOf(1) }),
        scanned,
        patch([{ key: ONE, texts: sharedTexts({ 'overview.md': 'new' }) }], { state: stateOf(2) }),
      ],
    ]);
    await registry.opened();
    const before = registry.snapshot();
    await eventually(
      () => registry.latest.generation,
      (generation) => generation === 2,
    );
    expect(before.skills.get(ONE)?.texts.get('overview.md')).toBe('a');
    expect(registry.latest.skills.get(ONE)).toMatchObject({ entry: { key: ONE } });
    expect(registry.latest.skills.get(TWO)).toBe(before.skills.get(TWO));
    expect(registry.latest.head.version).toBe(2);
  });

  it('takes findings without another generation', async () => {
    const findings = { reading: [], checks: [], isChecked: true };
    const { registry } = open([
      [
        patch([record(ONE, 'a')], { isWhole: true, state: stateOf(1) }),
        scanned,
        patch([{ key: ONE, findings }], { isCheck: true }),
      ],
    ]);
    await eventually(
      () => registry.latest.skills.get(ONE)?.findings.isChecked,
      (isChecked) => isChecked === true,
    );
    expect(registry.latest.generation).toBe(1);
  });

  it('goes on serving while its worker is dead, says so, and is mended by the next one', async () => {
    const { registry, followed } = open([
      [patch([record(ONE, 'a')], { isWhole: true, state: stateOf(7) }), scanned],
      [patch([record(TWO, 'b')], { isWhole: true, state: stateOf(8) }), scanned],
    ]);
    await registry.opened();
    await eventually(
      () => problems(registry),
      (found) => found.length > 0,
    );
    expect(keys(registry)).toEqual([ONE]);
    expect(registry.unavailable).toBeUndefined();
    expect(registry.watching).toBe('off');
    expect(problems(registry)).toMatchObject([
      { code: 'unreadable-kept', message: expect.stringMatching(/^Changes are not picked up since /) },
    ]);
    await eventually(
      () => keys(registry),
      (served) => served.join() === TWO,
    );
    // The end of the scan is a message of its own, behind the skills.
    await eventually(
      () => problems(registry),
      (found) => found.length === 0,
    );
    expect(JSON.parse(readFileSync(followed, 'utf8'))).toMatchObject({ head: { version: 7 } });
  });

  it('serves the last state of a folder that is gone, and says why', async () => {
    const { registry } = open([
      [
        patch([record(ONE, 'a')], { isWhole: true, state: stateOf(1) }),
        scanned,
        patch([], { state: stateOf(1, 'It is gone.') }),
      ],
    ]);
    await registry.opened();
    await eventually(
      () => registry.away,
      (reason) => reason === 'It is gone.',
    );
    expect([...registry.snapshot().skills.keys()]).toEqual([ONE]);
  });

  it('is not opened where nothing could be read', async () => {
    const { registry } = open([[patch([], { isWhole: true, state: neverRead(1, 'No registry.') }), scanned]]);
    await expect(registry.opened()).rejects.toThrow('No registry.');
  });

  it('scans twice for any number of callers: those that come during a scan share the next one', async () => {
    const { registry, asked } = open([
      [patch([record(ONE, 'a')], { isWhole: true, state: stateOf(1) }), scanned],
    ]);
    await registry.opened();
    await Promise.all(Array.from({ length: 60 }, () => registry.rescan()));
    expect(readFileSync(asked, 'utf8')).toBe('/registry\n/registry\n');
    await registry.rescan();
    expect(readFileSync(asked, 'utf8').split('\n')).toHaveLength(4);
  });

  it('takes other layers with the scan that follows the one that runs', async () => {
    const { registry, asked } = open([
      [patch([record(ONE, 'a')], { isWhole: true, state: stateOf(1) }), scanned],
    ]);
    await registry.opened();
    const layers = [{ name: 'one', folder: '/other', isAdded: false }];
    await Promise.all([registry.rescan(), registry.rescan(), registry.setLayers(layers)]);
    expect(readFileSync(asked, 'utf8')).toBe('/registry\n/other\n');
  });
});
