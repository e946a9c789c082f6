import type { Status } from '../../src-server/contract/api/api.ts';

export interface StatusFollower {
  onStatus(status: Status): void;
  /** Failure or end; at most once, last. */
  onEnd(): void;
}

/** Follows `/v1/events`; returns a close function. */
export type StatusStream = (follower: StatusFollower) => () => void;

/** Closes at the first failure: callers retry. */
export const openStatusStream: StatusStream = ({ onStatus, onEnd }) => {
  const source = new EventSource('/v1/events');
  source.addEventListener('status', ({ data }: MessageEvent<string>) => onStatus(JSON.parse(data) as Status));
  source.addEventListener('error', () => {
    source.close();
    onEnd();
  });
  return () => source.close();
};
