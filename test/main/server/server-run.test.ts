import { expect, it } from 'vitest';
import { startRun } from '../../../src-main/server/server-run.ts';
import { type Logger, silentLogger } from '../../../src-server/contract/service.ts';
import { createFakeClock } from '../fake-clock.ts';
import { createFakeForks } from '../fake-server-process.ts';

it('keeps the service’s last lines, whether they are read before or after its end', () => {
  const lines: string[] = [];
  const serverLogger: Logger = { ...silentLogger, warn: (line) => void lines.push(line) };
  const { fork, last } = createFakeForks();
  startRun(
    { fork, serverLogger, logger: silentLogger, clock: createFakeClock() },
    {
      registry: '/registry',
      host: '127.0.0.1',
      port: 8701,
      allowedOrigins: [],
      allowSubmit: false,
      recordActivity: 'counted',
      logLevel: 'info',
    },
    {
      onStatus() {},
      onReading() {},
      onListening() {},
      onEnd: () => void lines.push('ended'),
    },
  );
  last().print('out of memory', 'stderr');
  last().exit(1);
  last().print('at Array.push', 'stderr');
  expect(lines).toEqual(['out of memory', 'ended', 'at Array.push']);
});
