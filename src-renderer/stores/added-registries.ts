import type { DesktopBridge, RegistriesState } from '../../src-main/contract/desktop-bridge.ts';
import { createIpcResource, type IpcResource } from './ipc-resource.ts';
import type { Clock } from './surroundings.ts';

export function followAddedRegistries(
  clock: Clock,
  bridge: Pick<DesktopBridge, 'getRegistries' | 'on'> | undefined,
): IpcResource<RegistriesState> {
  return createIpcResource<RegistriesState>({
    clock,
    ask: bridge?.getRegistries,
    listen: (take) => bridge?.on('registries', take) ?? (() => {}),
  });
}
