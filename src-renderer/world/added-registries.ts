import type { DesktopBridge, RegistriesState } from '../../src-main/contract/desktop-bridge.ts';
import { type Bridged, createBridged } from './bridged.ts';
import type { Clock } from './surroundings.ts';

/** Stays loading in a browser. */
export function followAddedRegistries(
  clock: Clock,
  bridge: Pick<DesktopBridge, 'getRegistries' | 'on'> | undefined,
): Bridged<RegistriesState> {
  return createBridged<RegistriesState>({
    clock,
    ask: bridge?.getRegistries,
    listen: (take) => bridge?.on('registries', take) ?? (() => {}),
  });
}
