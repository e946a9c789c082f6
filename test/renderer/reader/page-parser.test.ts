import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageParser, type ParseRequest } from '../../../src-renderer/views/reader/page-parser.ts';

const PAGE = { type: 'root', children: [] };

/** A worker that answers when the test says so. */
class SilentWorker {
  static readonly started: SilentWorker[] = [];
  readonly asked: ParseRequest[] = [];
  isEnded = false;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onerror: ((event: { preventDefault(): void }) => void) | null = null;
  constructor() {
    SilentWorker.started.push(this);
  }
  postMessage(request: ParseRequest) {
    this.asked.push(request);
  }
  terminate() {
    this.isEnded = true;
  }
}

const { started } = SilentWorker;
const never = new AbortController().signal;
const request = (text: string): ParseRequest => ({ text, hasEntries: false });

beforeEach(() => {
  started.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a text that is parsed in a worker', () => {
  it('is known afterwards, and not parsed again', async () => {
    const parser = new PageParser();
    const parsed = parser.parse(request('a'), never);
    await vi.advanceTimersByTimeAsync(0);
    started[0]?.onmessage?.({ data: { page: PAGE } });
    expect(await parsed).toBe(PAGE);
    expect(parser.cached(request('a'))).toBe(PAGE);
    expect(await parser.parse(request('a'), never)).toBe(PAGE);
    expect(started[0]?.asked).toHaveLength(1);
  });

  it('is given up after the deadline, with its worker; the next text gets another worker', async () => {
    const parser = new PageParser();
    const slow = parser.parse(request('slow'), never);
    const next = parser.parse(request('next'), never);
    await vi.advanceTimersByTimeAsync(0);
    started[0]?.onmessage?.({ data: 'ready' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await slow).toBe('undrawable');
    expect(started.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    started[1]?.onmessage?.({ data: { page: PAGE } });
    expect(await next).toBe(PAGE);
  });

  it('is drawn where a busy machine takes long to load the worker', async () => {
    const parser = new PageParser();
    const parsed = parser.parse(request('a'), never);
    await vi.advanceTimersByTimeAsync(30_000);
    started[0]?.onmessage?.({ data: 'ready' });
    await vi.advanceTimersByTimeAsync(3_000);
    started[0]?.onmessage?.({ data: { page: PAGE } });
    expect(await parsed).toBe(PAGE);
  });

  it('is undrawable if its worker never loads', async () => {
    const parser = new PageParser();
    const parsed = parser.parse(request('a'), never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await parsed).toBe('undrawable');
    expect(started[0]?.isEnded).toBe(true);
  });

  it('is undrawable if its worker fails', async () => {
    const parser = new PageParser();
    const parsed = parser.parse(request('a'), never);
    await vi.advanceTimersByTimeAsync(0);
    started[0]?.onerror?.({ preventDefault: () => {} });
    expect(await parsed).toBe('undrawable');
    expect(started[0]?.isEnded).toBe(true);
  });

  it('is undrawable where no worker starts, as is the next text', async () => {
    vi.stubGlobal('Worker', undefined);
    const parser = new PageParser();
    expect(await parser.parse(request('a'), never)).toBe('undrawable');
    expect(await parser.parse(request('b'), never)).toBe('undrawable');
  });

  it('is undrawable if its page is too large', async () => {
    const parser = new PageParser();
    const parsed = parser.parse(request('a'), never);
    await vi.advanceTimersByTimeAsync(0);
    started[0]?.onmessage?.({ data: { page: undefined } });
    expect(await parsed).toBe('undrawable');
  });

  it('is not parsed if nobody waits for it any more', async () => {
    const parser = new PageParser();
    const left = new AbortController();
    const first = parser.parse(request('a'), never);
    const second = parser.parse(request('b'), left.signal);
    left.abort();
    await vi.advanceTimersByTimeAsync(0);
    started[0]?.onmessage?.({ data: { page: PAGE } });
    await first;
    expect(await second).toBeUndefined();
    expect(started[0]?.asked.map(({ text }) => text)).toEqual(['a']);
  });

  it('is dropped from the cache if eight other texts were read since, and kept if it was read among them', async () => {
    const parser = new PageParser();
    const read = async (text: string) => {
      const parsed = parser.parse(request(text), never);
      await vi.advanceTimersByTimeAsync(0);
      started[0]?.onmessage?.({ data: { page: PAGE } });
      await parsed;
    };
    for (const text of ['first', 'second', '3', '4', '5', '6', '7', '8', 'first', '9']) await read(text);
    expect(parser.cached(request('first'))).toBe(PAGE);
    expect(parser.cached(request('second'))).toBeUndefined();
  });
});
