/** Follows a service that another process runs: what it serves, and when it ends. */
import type { DiscoveryFile } from '../../src-server/contract/service/discovery.ts';
import type { Clock } from '../clock.ts';
import type { ProbeStatus } from './probe-status.ts';

const ATTACHMENT_PERIOD_MS = 2_000;
/** One lost answer is no end: a service may be busy for a moment. */
const LOST_PROBES = 2;

/** A service of another process whose status is followed. */
export interface Attachment {
  close(): void;
}

/** Who is told of a service that is followed. */
export interface AttachmentListeners {
  onStatus(counts: { skills: number; problems: number }): void;
  /** Called once; nothing after it. */
  onLost(): void;
}

/** Asks another process's service for its status again and again, until it is gone, is another one, or `close` is called. */
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
      listeners.onStatus({ skills: status.counts.skills, problems: problemsOf(status.diagnostics) });
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

/** What the tray and the window count as problems: errors and warnings, no notes. */
export function problemsOf(diagnostics: { readonly error: number; readonly warning: number }): number {
  return diagnostics.error + diagnostics.warning;
}
