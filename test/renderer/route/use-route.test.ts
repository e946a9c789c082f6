// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from '../../../src-renderer/route/use-route.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.runAllTimers();
    vi.useRealTimers();
  };
});

const search = (query: string) => ({ view: 'search', query }) as const;

describe('going to a route', () => {
  it('writes what was typed last before a link leaves by itself', () => {
    navigate(search('a'));
    navigate(search('ab'), 'replace');
    navigate(search('abc'), 'replace');
    document.body.click();
    expect(location.hash).toBe('#/search?q=abc');
  });

  it('leaves one step in the history for a word, however many keys it took', () => {
    const before = history.length;
    navigate({ view: 'connect' });
    navigate(search('t'));
    for (const query of ['to', 'tok', 'toki', 'tokio']) navigate(search(query), 'replace');
    vi.runAllTimers();
    expect(history.length).toBe(before + 2);
    expect(location.hash).toBe('#/search?q=tokio');
  });
});
