import type { DiscoveryFile } from '../../contract/service/discovery.ts';
import { printable } from '../../contract/words/printable.ts';
import type { SlowNotice } from '../../discovery/discovery-files.ts';
import { PATIENT_TIMEOUT_MS } from '../../discovery/fetch-status.ts';
import type { CliIo } from '../cli-io.ts';

/**
 * Said once: not hung.
 *
 * @param afterMs see `SlowNotice`
 */
export function waitingNotice(io: Pick<CliIo, 'err'>, afterMs?: number): SlowNotice {
  let isSaid = false;
  const say = ({ url }: DiscoveryFile) => {
    if (isSaid) return;
    isSaid = true;
    const most = PATIENT_TIMEOUT_MS / 1_000;
    io.err(printable(`Waiting for ${url}, which does not answer (${most} s at most) …`));
  };
  return afterMs === undefined ? { say } : { say, afterMs };
}
