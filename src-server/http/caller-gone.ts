import type { ServerResponse } from 'node:http';

/** One for all: an error of its own for each answer would cost more than the answer's headers. */
const NOBODY_WAITS = new Error('Nobody waits for the answer any more.');

/** Aborts when nobody waits for an answer any more: its caller has left, or has all of it. */
export function callerGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort(NOBODY_WAITS);
  else response.once('close', () => gone.abort(NOBODY_WAITS));
  return gone.signal;
}
