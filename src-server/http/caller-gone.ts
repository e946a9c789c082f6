import type { ServerResponse } from 'node:http';

/** Shared: creating an error costs more than headers. */
const NOBODY_WAITS = new Error('Nobody waits for the answer any more.');

/** Aborts when the response closes. */
export function callerGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort(NOBODY_WAITS);
  else response.once('close', () => gone.abort(NOBODY_WAITS));
  return gone.signal;
}
