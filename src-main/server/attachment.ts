import type { Status } from '../../src-server/contract/api/api.ts';
import type { DiscoveryFile } from '../../src-server/contract/service/discovery.ts';
import type { Clock } from '../clock.ts';
import type { ProbeStatus } from './probe-status.ts';

const ATTACHMENT_PERIOD_MS = 2_000;
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

/** Polls until the service is gone or replaced. */
export function followService(
  deps: { readonly clock: Clock; readonly probe: ProbeStatus },
  owner: DiscoveryFile,
  listeners: AttachmentListeners,
): Attachment {
  let lost = 0;
  let closed = false;

  async function look(): Promise<void> {
    const status = await deps.probe(owner.url).catch(() => undefined);
    if (closed) return;
    if (status?.instanceId === owner.instanceId) {
      lost = 0;
      listeners.onStatus(status);
      return;
    }
    lost += 1;
    if (lost < LOST_PROBES) return;
    close();
    listeners.onLost();
  }

  const cancel = deps.clock.every(ATTACHMENT_PERIOD_MS, () => void look());
  void look();

  function close(): void {
    closed = true;
    cancel();
  }
  return { close };
}
