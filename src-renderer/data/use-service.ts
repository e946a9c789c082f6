import { skipToken, useQuery } from '@tanstack/react-query';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { generationOf } from './follow-service.ts';
import { SERVICE } from './keys.ts';

/** What the service does now; `generation` grows with each change of the registry. */
export function useService(): { readonly state: ServiceState; readonly generation: string | undefined } {
  const { data } = useQuery<ServiceState>({ queryKey: SERVICE, queryFn: skipToken });
  const state = data ?? UNKNOWN;
  return { state, generation: generationOf(state) };
}

const UNKNOWN: ServiceState = {
  ...{ phase: 'asking', folder: undefined, port: undefined },
  ...{ address: undefined, status: undefined },
};
