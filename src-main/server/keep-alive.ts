import { PROTOCOL_VERSION } from '../../src-server/contract/service/messages.ts';
import type { Clock } from '../clock.ts';
import type { ServerProcess } from './server-process.ts';
import { RUN_TIMES } from './server-run.ts';

/** Pings until the returned function is called. A process without pings ends itself. */
export function keepAlive(child: ServerProcess, clock: Clock): () => void {
  return clock.every(RUN_TIMES.pingPeriodMs, () =>
    child.send({ protocol: PROTOCOL_VERSION, type: 'ping', id: 0 }),
  );
}
