import { expect, it } from 'vitest';
import { addressObstacle } from '../../../../src-server/connect/doctor/examine.ts';
import type { DiscoveryFile, ServiceProbe } from '../../../../src-server/contract/service/discovery.ts';
import { discoveryFile } from '../../../support/discovery-file.ts';
import { fakeMachine, TARGET } from '../../../support/fake-machine.ts';

const HUNG = discoveryFile({ pid: 42, mcpUrl: TARGET.mcpUrl });

function obstacle(probe: ServiceProbe, silent: readonly DiscoveryFile[] = []) {
  return addressObstacle({
    ...{ machine: fakeMachine(), target: TARGET, silent },
    probe: async () => probe,
    findPortOwner: async () => ({ pid: 42, name: 'node' }),
    cliLine: (args) => ['skills-registry', ...args].join(' '),
  });
}

it('is none where a service of ours answers, though another one hangs', async () => {
  expect(await obstacle('ours', [{ ...HUNG, mcpUrl: 'http://127.0.0.1:8702/mcp' }])).toBeUndefined();
});

it('is a service that hangs there, which is no other program', async () => {
  expect(await obstacle('none-of-ours', [HUNG])).toMatchObject({
    title: expect.stringMatching(/^The service at http:\/\/127\.0\.0\.1:8701, .* does not answer: it hangs/),
    line: 'kill -9 42',
  });
});

it('is another program there', async () => {
  expect(await obstacle('none-of-ours')).toMatchObject({
    title: 'Port 8701 belongs to another program: node (process 42).',
  });
});
