import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ServeRequest } from '../../../src-server/contract/messages.ts';
import { explainStart } from '../../../src-server/desktop/parent-port-service.ts';
import { StartError, type StartFailure } from '../../../src-server/service/server-options.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { notOnLinux, unless } from '../../support/unless.ts';

const REQUEST: ServeRequest = {
  ...{ registry: '/registry', host: '127.0.0.1', port: 8701 },
  ...{ allowedOrigins: [], allowSubmit: false, recordActivity: 'counted', logLevel: 'info' as const },
};
const OWNER = discoveryFile({ pid: 4242, registry: '/registry' });

describe('explainStart', () => {
  it('passes on which service of ours holds the port, and whether it serves the same', async () => {
    const failure: StartFailure = {
      ...{ reason: 'port-taken' as const, host: '127.0.0.1', port: 8701 },
      ...{ owner: OWNER, sameRegistry: true, nextFreePort: 8702 },
    };
    const report = await explainStart(new StartError(failure, 'taken'), REQUEST);
    expect(report).toEqual({
      ...{ reason: 'port-taken', message: 'taken', owner: OWNER, sameRegistry: true, nextFreePort: 8702 },
    });
  });

  it('names a stranger where the system tells', unless(notOnLinux), async () => {
    const { port } = await listening(createServer());
    const error = new StartError({ reason: 'port-taken', host: '127.0.0.1', port }, 'taken');
    const report = await explainStart(error, { ...REQUEST, port });
    expect(report.message).toMatch(new RegExp(`^(?:taken|Port ${port} is taken by .+, process \\d+\\.)$`));
  });

  it('treats a port that the system denies as one to change, and offers another', async () => {
    const error = new StartError(
      { reason: 'port-denied', host: '127.0.0.1', port: 80, nextFreePort: 81 },
      'The system denies it.',
    );
    const report = await explainStart(error, REQUEST);
    expect(report).toEqual({ reason: 'port-denied', message: 'The system denies it.', nextFreePort: 81 });
  });

  it('has a reason for what nobody expected', async () => {
    expect(await explainStart(new Error('boom'), REQUEST)).toEqual({ reason: 'unexpected', message: 'boom' });
    expect(await explainStart('boom', REQUEST)).toEqual({ reason: 'unexpected', message: 'boom' });
  });
});
