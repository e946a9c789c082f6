import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ServerStatus } from '../../src-main/ipc/contract.ts';
import { type ApiClient, createApiClient } from '../api/api-client.ts';
import { desktop } from '../desktop.ts';
import { nextPollDelay, nextServiceState, type ServiceState, snapshotId } from './service-state.ts';

interface Service {
  readonly api: ApiClient;
  readonly state: ServiceState;
  /** The desktop app's view of the service; undefined in a browser, and until it was told. */
  readonly server: ServerStatus | undefined;
  /** Changes with each snapshot; undefined while nothing is served. */
  readonly snapshot: string | undefined;
  /** Ask for the status now. */
  refresh(): void;
}

const Context = createContext<Service | undefined>(undefined);

export function useService(): Service {
  const service = useContext(Context);
  if (service === undefined) throw new Error('useService needs a ServiceProvider above it');
  return service;
}

export function ServiceProvider({ children }: { readonly children: ReactNode }) {
  const api = useMemo(() => createApiClient((...args) => fetch(...args)), []);
  const [state, refresh] = useServiceState(api);
  const server = useServerStatus(refresh);
  const snapshot = snapshotId(state);
  const service = useMemo<Service>(
    () => ({ api, state, server, snapshot, refresh }),
    [api, state, server, snapshot, refresh],
  );
  return <Context.Provider value={service}>{children}</Context.Provider>;
}

function useServiceState(api: ApiClient): [ServiceState, () => void] {
  const [state, setState] = useState<ServiceState>({ phase: 'asking' });
  const latest = useRef(state);
  const ask = useRef<() => void>(() => {});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: AbortController | undefined;
    const poll = async () => {
      clearTimeout(timer);
      waiting?.abort();
      const mine = new AbortController();
      waiting = mine;
      const answer = await api.status(AbortSignal.any([mine.signal, AbortSignal.timeout(10_000)]));
      if (mine.signal.aborted) return;
      latest.current = nextServiceState(latest.current, answer, Date.now());
      setState(latest.current);
      timer = setTimeout(poll, nextPollDelay(latest.current, document.hidden));
    };
    const seen = () => {
      if (!document.hidden) void poll();
    };
    ask.current = () => void poll();
    document.addEventListener('visibilitychange', seen);
    void poll();
    return () => {
      document.removeEventListener('visibilitychange', seen);
      clearTimeout(timer);
      waiting?.abort();
    };
  }, [api]);
  const refresh = useRef(() => ask.current());
  return [state, refresh.current];
}

/** Every change of the desktop app's supervisor is also a reason to ask the service itself. */
function useServerStatus(refresh: () => void): ServerStatus | undefined {
  const [server, setServer] = useState<ServerStatus>();
  useEffect(() => {
    if (desktop === undefined) return;
    const take = (status: ServerStatus) => {
      setServer(status);
      refresh();
    };
    void desktop.getServerStatus().then(take, () => {});
    return desktop.on('server', take);
  }, [refresh]);
  return server;
}
