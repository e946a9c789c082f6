import type {
  ActivityState,
  DesktopBridge,
  RegistriesState,
} from '../../src-main/contract/desktop-bridge.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { StatusStream } from '../api/status-stream.ts';
import { followActivity } from './activity.ts';
import { followAddedRegistries } from './added-registries.ts';
import { followService, type ServiceStore } from './follow-service.ts';
import type { IpcResource } from './ipc-resource.ts';
import { followNotices, type NoticesStore } from './notices.ts';
import { followRegistry, type RegistryStore } from './registry.ts';
import { createResources, type Resources } from './resources.ts';
import { followSettings, type SettingsStore } from './settings.ts';
import type { Clock, Page } from './surroundings.ts';

export interface Stores {
  readonly api: ApiClient;
  readonly service: ServiceStore;
  readonly registry: RegistryStore;
  readonly settings: SettingsStore;
  readonly activity: IpcResource<ActivityState>;
  readonly addedRegistries: IpcResource<RegistriesState>;
  readonly notices: NoticesStore;
  readonly resources: Resources;
  start(): void;
  /** Keeps the values. */
  stop(): void;
}

/** Requests nothing before `start`. */
export function createStores({
  api,
  openStream,
  bridge,
  clock,
  page,
}: {
  readonly api: ApiClient;
  /** Unused in the app; undefined for an exported site. */
  readonly openStream: StatusStream | undefined;
  readonly bridge: DesktopBridge | undefined;
  readonly clock: Clock;
  readonly page: Page;
}): Stores {
  const service = followService({ openStream, bridge, clock, page });
  const resources = createResources({ clock, onRetry: service.refresh, repeats: openStream !== undefined });
  const registry = followRegistry({ api, service, resources });
  const settings = followSettings(clock, bridge);
  const activity = followActivity(clock, bridge);
  const addedRegistries = followAddedRegistries(clock, bridge);
  const notices = followNotices(bridge);
  const parts = [registry, settings, activity, addedRegistries, notices, service];
  return {
    api,
    service,
    registry,
    settings,
    activity,
    addedRegistries,
    notices,
    resources,
    start() {
      for (const part of parts) part.start();
    },
    stop() {
      for (const part of parts) part.stop();
    },
  };
}
