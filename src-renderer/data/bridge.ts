/** The app's own states and commands, as hooks. They have no data in a browser. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  AppInfo,
  AppNotice,
  RegistriesState,
  SettingsState,
} from '../../src-main/contract/app-states.ts';
import type { DesktopBridge, Payload, RequestName, Result } from '../../src-main/contract/requests.ts';
import type { ClientState } from '../../src-server/contract/clients/clients.ts';
import { useIsMounted } from '../ui/hooks.ts';
import { useToast } from '../ui/notice.tsx';
import { APP_INFO, CLIENTS, NOTICES, REGISTRIES, SETTINGS } from './cache.ts';
import { desktop } from './host.ts';

type AppQuery<T> = UseQueryResult<T, Error>;

/** The app's info has no event; it is asked whenever a view shows it, because a tray may come late. */
export const useAppInfo = (): AppQuery<AppInfo> =>
  useAppState(APP_INFO, (app) => app.getAppInfo(), { staleTime: 0 });

// Events keep settings, notices and registries current.
export const useSettings = (): AppQuery<SettingsState> => useAppState(SETTINGS, (app) => app.getSettings());
export const useNotices = (): AppQuery<readonly AppNotice[]> =>
  useAppState(NOTICES, (app) => app.getNotices());
export const useRegistries = (): AppQuery<RegistriesState> =>
  useAppState(REGISTRIES, (app) => app.getRegistries());

/** The clients are read anew whenever a view shows them, and when the window is looked at again. */
export const useClients = (): AppQuery<readonly ClientState[]> =>
  useAppState(CLIENTS, (app) => app.getClients(), { staleTime: 0, refetchOnWindowFocus: true });

function useAppState<T>(
  queryKey: readonly string[],
  ask: (app: DesktopBridge) => Promise<T>,
  options: { readonly staleTime?: number; readonly refetchOnWindowFocus?: boolean } = {},
): AppQuery<T> {
  return useQuery<T>({
    queryKey,
    queryFn: () => (desktop === undefined ? Promise.reject(new Error(NO_APP)) : asked(ask(desktop))),
    enabled: desktop !== undefined,
    ...options,
  });
}

const NO_APP = 'Only the app can do this.';

/**
 * A request of the app; the error's message is a sentence. Clients are read again after it. A refusal that comes
 * after the view was left, whose callbacks no longer run, is said in a message.
 */
export function useCommand<Name extends RequestName>(
  name: Name,
): UseMutationResult<Result<Name>, Error, Payload<Name>> {
  const cache = useQueryClient();
  const toast = useToast();
  const isMounted = useIsMounted();
  return useMutation({
    mutationKey: [name],
    mutationFn: (payload: Payload<Name>) => {
      if (desktop === undefined) return Promise.reject(new Error(NO_APP));
      const request = desktop[name] as (payload: Payload<Name>) => Promise<Result<Name>>;
      return asked(request(payload));
    },
    onError: ({ message }) => {
      if (!isMounted()) toast(message, 'refused');
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: CLIENTS }),
  });
}

/** Takes the bridge's error code away from a message. */
function asked<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replace(/^(?:untrusted-sender|bad-payload|refused|failed): /, ''));
  });
}
