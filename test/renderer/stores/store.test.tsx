// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../src-renderer/stores/create-store.ts';
import { isSameData } from '../../../src-renderer/stores/same-data.ts';
import { useStore } from '../../../src-renderer/stores/use-store.ts';

describe('a store', () => {
  it('tells its listeners of another value, and nobody of the same one', () => {
    const store = createStore(1);
    const listener = vi.fn();
    const leave = store.subscribe(listener);
    store.set(1);
    expect(listener).not.toHaveBeenCalled();
    store.set(2);
    expect(listener).toHaveBeenCalledTimes(1);
    leave();
    store.set(3);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.get()).toBe(3);
  });

  it('keeps what it holds where the next value says the same', () => {
    const first = { a: [1] };
    const store = createStore(first, isSameData);
    store.set({ a: [1] });
    expect(store.get()).toBe(first);
  });
});

describe('looking at a part of a store', () => {
  it('draws again only when that part changed', () => {
    const store = createStore({ a: 1, b: 1 });
    const drawn = vi.fn();
    function Part() {
      drawn(useStore(store, ({ a }) => a));
      return null;
    }
    render(<Part />);
    act(() => store.set({ a: 1, b: 2 }));
    expect(drawn).toHaveBeenCalledTimes(1);
    act(() => store.set({ a: 2, b: 2 }));
    expect(drawn.mock.calls).toEqual([[1], [2]]);
  });

  it('takes a selection that makes a new object each time', () => {
    const store = createStore({ list: [1, 2, 3], other: 1 });
    const drawn = vi.fn();
    function Part() {
      drawn(useStore(store, ({ list }) => list.filter((item) => item > 1), isSameData));
      return null;
    }
    render(<Part />);
    act(() => store.set({ ...store.get(), other: 2 }));
    expect(drawn.mock.calls).toEqual([[[2, 3]]]);
  });
});
