/** Streams of the status that a test feeds. */
import type { StatusFollower, StatusStream } from '../../../src-renderer/api/status-stream.ts';
import type { Status } from '../../../src-server/contract/api/api.ts';

export function statusStreams() {
  const opened: Array<StatusFollower & { isClosed: boolean }> = [];
  const open: StatusStream = (follower) => {
    const stream = { ...follower, isClosed: false };
    opened.push(stream);
    return () => {
      stream.isClosed = true;
    };
  };
  const last = () => opened.at(-1);
  return {
    open,
    count: () => opened.length,
    /** Open streams; a page has at most one. */
    openCount: () => opened.filter(({ isClosed }) => !isClosed).length,
    tell: (status: Status, index = opened.length - 1) => opened[index]?.onStatus(status),
    end(isFull = false) {
      const stream = last();
      if (stream === undefined) return;
      stream.isClosed = true;
      stream.onEnd(isFull);
    },
  };
}
