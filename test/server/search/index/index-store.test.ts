import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../../../src-server/run-in-slices.ts';
import { IndexStore } from '../../../../src-server/search/index/index-store.ts';
import type { SearchDocument } from '../../../../src-server/search/search-document.ts';
import { documentOf, segmentOf } from '../search-fixture.ts';

/** Indexes skills with what the store wants to be indexed again, as a build does. */
function edit(store: IndexStore, keys: readonly string[]): void {
  const changed = new Map<string, SearchDocument>(store.recent.map((document) => [document.key, document]));
  for (const key of keys) changed.set(key, documentOf({ key, texts: { 'overview.md': 'mutex' } }));
  const skills = [...changed.keys()].map((key) => ({ key, texts: { 'overview.md': 'mutex' } }));
  runToEnd(store.add(segmentOf(skills), [...changed.values()], () => true));
}

const keysFrom = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `cpp/a/s${from + i}`);
const sizes = (store: IndexStore): number[] => store.index.views.map(({ alive }) => alive);

describe('the segments of the find index', () => {
  it('are those of the start and one of all that was edited lately', () => {
    const store = new IndexStore();
    edit(store, keysFrom(0, 100));
    for (let skill = 0; skill < 10; skill += 1) edit(store, [`cpp/a/s${skill}`]);
    expect(sizes(store)).toEqual([90, 10]);
    expect(store.recent).toHaveLength(10);
  });

  it('become one of more than 64 skills that stays, before the next small one', () => {
    const store = new IndexStore();
    edit(store, keysFrom(0, 100));
    for (let skill = 0; skill < 70; skill += 1) edit(store, [`cpp/a/s${skill}`]);
    expect(sizes(store)).toEqual([30, 65, 5]);
  });

  it('go when nothing in them is left', () => {
    const store = new IndexStore();
    edit(store, keysFrom(0, 3));
    edit(store, keysFrom(0, 3));
    expect(sizes(store)).toEqual([3]);
  });

  it('are all indexed anew when there are many', () => {
    const store = new IndexStore();
    for (let batch = 0; batch < 40; batch += 1) edit(store, keysFrom(batch * 65, batch * 65 + 65));
    expect(store.index.documentCount).toBe(40 * 65);
    expect(store.index.views.length).toBeLessThanOrEqual(33);
  });
});
