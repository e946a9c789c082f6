import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react';
import type {
  ActivityState,
  AppNotice,
  RegistriesState,
  SettingsState,
} from '../../src-main/contract/desktop-bridge.ts';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import type { Ask } from './ask-with-timeout.ts';
import type { Registry } from './registry.ts';
import type { Resource } from './resource.ts';
import { snapshotOf } from './service.ts';
import type { Stores } from './stores.ts';
import { useStore } from './use-store.ts';

const Context = createContext<Stores | undefined>(undefined);

export function StoresProvider({
  stores,
  children,
}: {
  readonly stores: Stores;
  readonly children: ReactNode;
}) {
  return <Context.Provider value={stores}>{children}</Context.Provider>;
}

/** Throws outside of a `StoresProvider`. */
export function useStores(): Stores {
  const stores = useContext(Context);
  if (stores === undefined) throw new Error('useStores needs a StoresProvider above it');
  return stores;
}

export function useService(): ServiceState;
export function useService<S>(select: (service: ServiceState) => S, isSame?: (a: S, b: S) => boolean): S;
export function useService(
  select: (service: ServiceState) => unknown = (service) => service,
  isSame?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useStore(useStores().service, select, isSame);
}

export function useRegistry(): Registry;
export function useRegistry<S>(select: (registry: Registry) => S, isSame?: (a: S, b: S) => boolean): S;
export function useRegistry(
  select: (registry: Registry) => unknown = (registry) => registry,
  isSame?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useStore(useStores().registry, select, isSame);
}

/** Always loading in a browser. */
export function useSettings(): Resource<SettingsState> {
  return useStore(useStores().settings);
}

export function useActivity(): Resource<ActivityState> {
  return useStore(useStores().activity);
}

export function useAddedRegistries(): Resource<RegistriesState> {
  return useStore(useStores().addedRegistries);
}

export function useNotices(): readonly AppNotice[] {
  return useStore(useStores().notices);
}

/** Refreshes per snapshot while mounted. `key` must cover all parameters. */
export function useResource<T>(key: string, ask: Ask<T>, waitMs?: number): Resource<T>;
/** Does nothing without a key. */
export function useResource<T>(
  key: string | undefined,
  ask: Ask<T>,
  waitMs?: number,
): Resource<T> | undefined;
export function useResource<T>(
  key: string | undefined,
  ask: Ask<T>,
  waitMs?: number,
): Resource<T> | undefined {
  const { resources } = useStores();
  const snapshot = useService(snapshotOf);
  const subscribe = useCallback(
    (listener: () => void) => (key === undefined ? () => {} : resources.subscribe(key, listener)),
    [resources, key],
  );
  const resource = useSyncExternalStore(subscribe, () =>
    key === undefined ? undefined : resources.get<T>(key),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked belongs to the key, not to the drawing
  useEffect(() => {
    if (key !== undefined) resources.ask(key, snapshot, ask, waitMs);
  }, [resources, key, snapshot]);
  return resource;
}
