import type { Status } from '../../src-server/contract/api/api.ts';
import type { DiscoveryFile } from '../../src-server/contract/service/discovery.ts';
import type { Clock } from '../clock.ts';
import type { FollowStatus } from './follow-status.ts';
import type { ProbeStatus } from './probe-status.ts';

/** After the end of the events, if the service answers: 128 readers may follow it already. */
const REOPEN_MS = 10_000;
const RETRY_MS = 1_000;
/** A busy service may miss a probe. */
const LOST_PROBES = 2;

export interface Attachment {
  close(): void;
}

export interface AttachmentListeners {
  onStatus(status: Status): void;
  /** Called once, last. */
  onLost(): void;
}

export interface AttachmentDependencies {
  readonly clock: Clock;
  readonly probe: ProbeStatus;
  readonly followStatus: FollowStatus;
}

/** Until the service is gone or replaced. Probes only after the end of its events. */
export function followService(
  { clock, probe, followStatus }: AttachmentDependencies,
  owner: DiscoveryFile,
  listeners: AttachmentListeners,
): Attachment {
  let missed = 0;
  let isClosed = false;
  let leave = () => {};

  function open(): void {
    leave = followStatus(owner.url, { onStatus: take, onEnd: () => void look() });
  }

  function take(status: Status): void {
    missed = 0;
    if (status.instanceId === owner.instanceId) listeners.onStatus(status);
    else lose();
  }

  async function look(): Promise<void> {
    const status = await probe(owner.url).catch(() => undefined);
    if (isClosed) return;
    if (status !== undefined) {
      take(status);
      if (!isClosed) leave = clock.after(REOPEN_MS, open);
      return;
    }
    missed += 1;
    if (missed >= LOST_PROBES) lose();
    else leave = clock.after(RETRY_MS, () => void look());
  }

  function lose(): void {
    close();
    listeners.onLost();
  }

  function close(): void {
    isClosed = true;
    leave();
  }

  open();
  return { close };
}
