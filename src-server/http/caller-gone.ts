import type { ServerResponse } from 'node:http';

/** Aborts when nobody waits for an answer any more: its caller has left, or has all of it. */
export function callerGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}
