import type { Status } from '../../src-server/contract/api/api.ts';

export interface StatusFollower {
  onStatus(status: Status): void;
  /**
   * Failure or end; at most once, last.
   *
   * @param isFull the service answers, but too many pages follow it
   */
  onEnd(isFull: boolean): void;
}

/** Follows `/v1/events`; returns a close function. */
export type StatusStream = (follower: StatusFollower) => () => void;

/** Closes at the first failure: callers retry. */
export const openStatusStream: StatusStream = ({ onStatus, onEnd }) => {
  const source = new EventSource('/v1/events');
  const leaving = new AbortController();
  let isOpen = false;
  source.addEventListener('status', ({ data }: MessageEvent<string>) => {
    isOpen = true;
    onStatus(JSON.parse(data) as Status);
  });
  source.addEventListener('error', () => {
    source.close();
    if (isOpen) onEnd(false);
    else void askOnce();
  });

  /** A refused stream gives no reason. */
  async function askOnce(): Promise<void> {
    const status = await fetch('/v1/status', { signal: leaving.signal })
      .then((response) => (response.ok ? (response.json() as Promise<Status>) : undefined))
      .catch(() => undefined);
    if (leaving.signal.aborted) return;
    if (status !== undefined) onStatus(status);
    onEnd(status !== undefined);
  }

  return () => {
    leaving.abort();
    source.close();
  };
};
