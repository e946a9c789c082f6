/** The world, given to the tree, and the hooks that look at one part of it. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react';
import type { ActivityState, AppNotice, SettingsState } from '../../src-main/contract/desktop-bridge.ts';
import type { Ask } from './ask-within.ts';
import type { Registry } from './registry.ts';
import type { Resource } from './resource.ts';
import { type Service, snapshotOf } from './service.ts';
import { useStore } from './use-store.ts';
import type { World } from './world.ts';

const Context = createContext<World | undefined>(undefined);

/** Gives a world to all below it. */
export function WorldProvider({ world, children }: { readonly world: World; readonly children: ReactNode }) {
  return <Context.Provider value={world}>{children}</Context.Provider>;
}

/** The world that was given. Throws where there is none. */
export function useWorld(): World {
  const world = useContext(Context);
  if (world === undefined) throw new Error('useWorld needs a WorldProvider above it');
  return world;
}

/** The service, or what `select` takes out of it; draws again only when that changed. */
export function useService(): Service;
/** How the service stands, or a part of that. */
export function useService<S>(select: (service: Service) => S, isSame?: (a: S, b: S) => boolean): S;
export function useService(
  select: (service: Service) => unknown = (service) => service,
  isSame?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useStore(useWorld().service, select, isSame);
}

/** The registry, or what `select` takes out of it. */
export function useRegistry(): Registry;
/** What is known of the registry, or a part of that. */
export function useRegistry<S>(select: (registry: Registry) => S, isSame?: (a: S, b: S) => boolean): S;
export function useRegistry(
  select: (registry: Registry) => unknown = (registry) => registry,
  isSame?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useStore(useWorld().registry, select, isSame);
}

/** The desktop app's settings as a resource: loading in a browser. */
export function useSettings(): Resource<SettingsState> {
  return useStore(useWorld().settings);
}

/** The desktop app's record of requests as a resource: loading in a browser. */
export function useActivity(): Resource<ActivityState> {
  return useStore(useWorld().activity);
}

/** What the desktop app has to say once, the oldest first. */
export function useNotices(): readonly AppNotice[] {
  return useStore(useWorld().notices);
}

/**
 * The answer to `ask`, kept up to date: asked for with each snapshot while it is looked at, and the last one kept. The
 * key names what is asked for, all that `ask` depends on included; undefined asks nothing.
 */
export function useResource<T>(key: string, ask: Ask<T>, waitMs?: number): Resource<T>;
/** An answer that is asked for while it is shown, and again for each new snapshot; undefined without a key. */
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
  const { resources } = useWorld();
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
