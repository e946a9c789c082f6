import { expect, it, onTestFinished, vi } from 'vitest';
import { openStatusStream } from '../../../src-renderer/api/status-stream.ts';
import { statusOf } from '../../support/status-of.ts';

/** A stream of events that the service refuses, and its answer to a request. */
function refusedStream(answer: () => Promise<Response>) {
  class RefusedSource extends EventTarget {
    close() {}
  }
  let source: RefusedSource | undefined;
  vi.stubGlobal('EventSource', function open() {
    source = new RefusedSource();
    return source;
  });
  vi.stubGlobal('fetch', answer);
  onTestFinished(() => void vi.unstubAllGlobals());
  const follower = { onStatus: vi.fn(), onEnd: vi.fn() };
  const close = openStatusStream(follower);
  source?.dispatchEvent(new Event('error'));
  return { ...follower, close };
}

it('gives the status of a service that refuses one more stream, and says so', async () => {
  const { onStatus, onEnd } = refusedStream(async () => Response.json(statusOf()));
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledWith(true));
  expect(onStatus).toHaveBeenCalledWith(statusOf());
});

it('ends where no service answers, and says nothing after a close', async () => {
  const silent = refusedStream(() => Promise.reject(new Error('refused')));
  await vi.waitFor(() => expect(silent.onEnd).toHaveBeenCalledWith(false));
  const closed = refusedStream(async () => Response.json(statusOf()));
  closed.close();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([closed.onStatus.mock.calls, closed.onEnd.mock.calls]).toEqual([[], []]);
});
