import { describe, expect, it } from 'vitest';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { createCache, REGISTRY, SERVICE } from '../../../src-renderer/data/cache.ts';
import { takeState } from '../../../src-renderer/data/follow-service.ts';
import { statusOf } from '../../support/status-of.ts';

const serving = (generation: number, instanceId = 'one'): ServiceState => ({
  phase: 'serving',
  folder: '/registry',
  port: 8701,
  address: 'http://127.0.0.1:8701',
  since: 0,
  pending: [],
  status: statusOf({ generation, instanceId }),
});
const stopped: ServiceState = {
  phase: 'stopped',
  by: 'user',
  since: 0,
  folder: '/registry',
  port: 8701,
  address: 'http://127.0.0.1:8701',
  status: undefined,
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

describe('what was loaded from another folder', () => {
  const elsewhere = (state: ServiceState): ServiceState => ({ ...state, folder: '/another' });
  const list = [...REGISTRY, 'skills'];

  it('goes as soon as another is to be served, not only when it is', () => {
    const { cache } = loaded(serving(1));
    takeState(cache, elsewhere({ ...stopped, phase: 'starting', attempt: 1 } as ServiceState));
    expect(cache.getQueryData(list)).toBeUndefined();
  });

  it('goes where another service answers at the same address', () => {
    const { cache } = loaded(serving(1));
    takeState(cache, elsewhere(serving(1, 'two')));
    expect(cache.getQueryData(list)).toBeUndefined();
  });

  it('stays while it is not known what is served', () => {
    const { cache } = loaded(serving(1));
    takeState(cache, { ...stopped, folder: undefined });
    takeState(cache, serving(1));
    expect(cache.getQueryData(list)).toEqual({ skills: [] });
    takeState(cache, { ...stopped, folder: undefined });
    takeState(cache, elsewhere(serving(1)));
    expect(cache.getQueryData(list)).toBeUndefined();
  });
});
