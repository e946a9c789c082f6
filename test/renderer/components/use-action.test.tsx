// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAction } from '../../../src-renderer/components/use-action.ts';

afterEach(cleanup);

it('an action that throws before it begins to wait fails like another, and the next one runs', async () => {
  const { result } = renderHook(() => useAction());
  await act(async () =>
    result.current.run(() => {
      throw new Error('refused: There is no such folder.');
    }),
  );
  expect(result.current).toMatchObject({
    result: { ok: false, message: 'There is no such folder.' },
    isRunning: false,
  });
  await act(async () => result.current.run(async () => ({ ok: true, message: 'Written.' })));
  expect(result.current.result).toEqual({ ok: true, message: 'Written.' });
});

it('an action that is asked for during another does not run', async () => {
  const { result } = renderHook(() => useAction());
  const second = vi.fn(async () => null);
  let end: (value: null) => void = () => {};
  act(() => {
    result.current.run(() => new Promise((resolve) => (end = resolve)));
    result.current.run(second);
  });
  expect(result.current.isRunning).toBe(true);
  await act(async () => end(null));
  expect(second).not.toHaveBeenCalled();
  expect(result.current.isRunning).toBe(false);
});
