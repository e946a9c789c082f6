import type { Status } from '../../src-server/contract/api/api.ts';
import { OWN_CLIENT } from '../contract/app-origin.ts';
import { isStatus } from './probe-status.ts';

export interface StatusFollower {
  onStatus(status: Status): void;
  /** Once, last; not after a close. */
  onEnd(): void;
}

/** Follows `/v1/events` of a service; returns a close function. */
export type FollowStatus = (url: string, follower: StatusFollower) => () => void;

/** The service repeats the status every 20 s. */
const SILENCE_MS = 45_000;
/** Another program may hold the port. */
const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024;

export const followStatus: FollowStatus = (url, { onStatus, onEnd }) => {
  const leaving = new AbortController();
  const silence = setTimeout(() => leaving.abort(), SILENCE_MS);
  let isClosed = false;

  async function read(): Promise<void> {
    const response = await fetch(`${url}/v1/events`, {
      signal: leaving.signal,
      redirect: 'error',
      headers: { accept: 'text/event-stream', 'user-agent': OWN_CLIENT },
    });
    if (!response.ok || response.body === null) throw new Error(`${url} has no events.`);
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      silence.refresh();
      const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      if (rest.length > MAX_EVENT_CHARACTERS) throw new Error(`${url} sent too large an event.`);
      for (const event of events) take(event);
    }
  }

  function take(event: string): void {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    const status: unknown = data === undefined ? undefined : JSON.parse(data);
    if (isStatus(status) && !isClosed) onStatus(status);
  }

  function close(): void {
    isClosed = true;
    clearTimeout(silence);
    leaving.abort();
  }

  read()
    .catch(() => {})
    .finally(() => {
      if (isClosed) return;
      close();
      onEnd();
    });
  return close;
};
