import { describe, expect, it, vi } from 'vitest';
import { serviceOutside } from '../../../../src-server/connect/machine.ts';
import type { ServiceProbe } from '../../../../src-server/contract/service/discovery.ts';
import { fakeMachine } from '../../../support/fake-machine.ts';

const CONTAINER = fakeMachineOf({ REMOTE_CONTAINERS: 'true' });

function fakeMachineOf(env: Readonly<Record<string, string>>) {
  return () => fakeMachine({ env });
}

describe('the service on the computer that a container runs on', () => {
  it.each([
    ['ours', 'http://host.docker.internal:8701'],
    ['refuses-name', 'http://host.docker.internal:8701'],
    ['none-of-ours', undefined],
  ] as const)('that is %s is %s', async (answer, url) => {
    const probe = async (): Promise<ServiceProbe> => answer;
    expect(await serviceOutside(CONTAINER(), 8701, probe)).toBe(url);
  });

  it('is not looked for where there is no container', async () => {
    const probe = vi.fn(async (): Promise<ServiceProbe> => 'ours');
    expect(await serviceOutside(fakeMachine(), 8701, probe)).toBeUndefined();
    expect(probe).not.toHaveBeenCalled();
  });
});
