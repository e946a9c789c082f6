// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNow } from '../../../src-renderer/stores/use-now.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

it('arms no timer while the page is hidden, and tells the time at once afterwards', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const { result, unmount } = renderHook(() => useNow());
  expect(vi.getTimerCount()).toBe(1);
  show(true);
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(Date.now() + 60_000);
  show(false);
  expect([vi.getTimerCount(), result.current]).toEqual([1, Date.now()]);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
