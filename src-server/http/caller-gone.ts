import type { ServerResponse } from 'node:http';

/** Shared: creating an error costs more than an answer's headers. */
const NOBODY_WAITS = new Error('Nobody waits for the answer any more.');

/** Aborts when the response closes, early or at its end. */
export function callerGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort(NOBODY_WAITS);
  else response.once('close', () => gone.abort(NOBODY_WAITS));
  return gone.signal;
}
