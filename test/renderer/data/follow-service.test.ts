import { describe, expect, it } from 'vitest';
import type { ServiceState } from '../../../src-main/contract/desktop-bridge.ts';
import { createCache } from '../../../src-renderer/data/cache.ts';
import { takeState } from '../../../src-renderer/data/follow-service.ts';
import { REGISTRY, SERVICE } from '../../../src-renderer/data/keys.ts';
import { statusOf } from '../../support/status-of.ts';

const serving = (generation: number, instanceId = 'one'): ServiceState => ({
  ...{ phase: 'serving', folder: '/registry', port: 8701, address: 'http://127.0.0.1:8701' },
  ...{ since: 0, pending: [], status: statusOf({ generation, instanceId }) },
});
const stopped: ServiceState = {
  ...{ phase: 'stopped', by: 'user', since: 0, folder: '/registry', port: 8701 },
  ...{ address: 'http://127.0.0.1:8701', status: undefined },
};

/** A cache with a loaded list, and whether the list is old now. */
function loaded(...states: readonly ServiceState[]) {
  const cache = createCache();
  for (const state of states) takeState(cache, state);
  const key = [...REGISTRY, 'skills'];
  cache.setQueryData(key, { skills: [] });
  return { cache, isOld: () => cache.getQueryState(key)?.isInvalidated };
}

describe('what the page has loaded', () => {
  it('is asked again with each generation of the registry', () => {
    const { cache, isOld } = loaded(serving(1));
    takeState(cache, serving(1));
    expect(isOld()).toBe(false);
    takeState(cache, serving(2));
    expect(isOld()).toBe(true);
    expect(cache.getQueryData(SERVICE)).toMatchObject({ phase: 'serving' });
  });

  it('is asked again of another process, which counts from 1 again', () => {
    const { cache, isOld } = loaded(serving(1));
    takeState(cache, serving(1, 'two'));
    expect(isOld()).toBe(true);
  });

  it('is not asked again where the service only answers at last', () => {
    const { cache, isOld } = loaded();
    takeState(cache, serving(1));
    expect(isOld()).toBe(false);
  });

  it('is asked again after a stop only if something changed meanwhile', () => {
    const { cache, isOld } = loaded(serving(1));
    takeState(cache, stopped);
    takeState(cache, serving(1));
    expect(isOld()).toBe(false);
    takeState(cache, stopped);
    takeState(cache, serving(2));
    expect(isOld()).toBe(true);
  });
});
