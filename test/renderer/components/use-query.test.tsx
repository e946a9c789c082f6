// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAction } from '../../../src-renderer/components/use-action.ts';
import { useQuery, useRefreshOnFocus } from '../../../src-renderer/components/use-query.ts';

afterEach(cleanup);

/** Promises that the test settles, in any order. */
function held<T>() {
  const requests: Array<{ resolve(value: T): void; reject(error: Error): void }> = [];
  const ask = vi.fn(() => new Promise<T>((resolve, reject) => void requests.push({ resolve, reject })));
  return { ask, requests };
}

it('a late answer never replaces a newer one, of another key or of a refresh', async () => {
  const { ask, requests } = held<string>();
  const { result, rerender } = renderHook(({ key }) => useQuery(ask, key), { initialProps: { key: 'a' } });
  rerender({ key: 'b' });
  await act(async () => requests[1]?.resolve('of b'));
  await act(async () => requests[0]?.resolve('of a, late'));
  expect(result.current).toMatchObject({ value: 'of b', isAsking: false });

  act(() => result.current.refresh());
  act(() => result.current.refresh());
  expect(result.current.isAsking).toBe(true);
  await act(async () => requests[3]?.resolve('second refresh'));
  await act(async () => requests[2]?.reject(new Error('failed: late')));
  expect(result.current).toMatchObject({ value: 'second refresh', failed: undefined, isAsking: false });
});

it('a failure keeps the last answer', async () => {
  const { ask, requests } = held<string>();
  const { result } = renderHook(() => useQuery(ask, ''));
  await act(async () => requests[0]?.resolve('first'));
  act(() => result.current.refresh());
  await act(async () => requests[1]?.reject(new Error('refused: The folder is away.')));
  expect(result.current).toMatchObject({ value: 'first', failed: 'The folder is away.' });
});

it('asks nothing without a key, and again when the window gets the focus', async () => {
  const { ask } = held<string>();
  const { rerender } = renderHook(
    ({ key }: { readonly key: string | undefined }) => useRefreshOnFocus(useQuery(ask, key)),
    { initialProps: { key: undefined as string | undefined } },
  );
  expect(ask).not.toHaveBeenCalled();
  rerender({ key: 'a' });
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(ask).toHaveBeenCalledTimes(2);
});

it('one action runs at a time, and a rejection is its result', async () => {
  const { ask, requests } = held<{ ok: boolean; message: string }>();
  const onEnd = vi.fn();
  const { result } = renderHook(() => useAction(onEnd));
  act(() => {
    result.current.run(ask);
    result.current.run(ask);
  });
  expect(ask).toHaveBeenCalledTimes(1);
  requests[0]?.reject(new Error('failed: The file changed.'));
  const refused = { isRunning: false, result: { ok: false, message: 'The file changed.' } };
  await waitFor(() => expect(result.current).toMatchObject(refused));
  expect(onEnd).toHaveBeenCalledTimes(1);
});
