/** What the main process tells the page. */
import type { RegistryLayout } from '../../src-server/contract/api.ts';
import type { RegistryPreview, ShownRegistry } from '../../src-server/contract/service.ts';
import type { Settings } from './settings.ts';

export interface AppInfo {
  readonly name: string;
  /** `x.y.z` */
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
  readonly settingsFile: string;
  readonly logsFolder: string;
  /** Without a tray, closing the window quits. */
  readonly hasTray: boolean;
  /** Before the first choice of a registry. */
  readonly firstStart: boolean;
}

export interface RegistryCandidate {
  readonly path: string;
  readonly layout: RegistryLayout;
}

export type SetRegistryResult =
  | { readonly outcome: 'ok'; readonly path: string }
  /** Chosen, but not served. */
  | { readonly outcome: 'not-serving'; readonly path: string; readonly message: string }
  | { readonly outcome: 'cancelled' }
  | {
      readonly outcome: 'refused';
      readonly path: string;
      /** Expected and found. */
      readonly message: string;
      readonly nextStep: string;
      readonly candidates: readonly RegistryCandidate[];
    };

export interface RecentRegistry {
  readonly path: string;
  readonly reachable: boolean;
  readonly current: boolean;
}

/** As the system reports. */
export type LoginItemState =
  | { readonly state: 'on' }
  | { readonly state: 'off' }
  /** Requested, but prevented by system or user. */
  | { readonly state: 'blocked'; readonly reason: string }
  | { readonly state: 'unsupported'; readonly reason: string };

export interface SettingsState {
  readonly settings: Settings;
  readonly recentRegistries: readonly RecentRegistry[];
  readonly startAtLogin: LoginItemState;
}

export const NOTICE_IDS = [
  ...(['sample-registry', 'settings-recovered', 'closed-to-tray', 'no-tray', 'port-changed'] as const),
  ...(['registry-gone', 'registry-refused', 'action-refused', 'no-sandbox', 'registry-update'] as const),
] as const;

/** Shown once, until dismissed. */
export interface AppNotice {
  readonly id: (typeof NOTICE_IDS)[number];
  readonly title: string;
  readonly text: string;
  /** https, or a view such as `#/source`. */
  readonly link?: { readonly label: string; readonly url: string };
}

export type AdditionState =
  | { readonly state: 'none' }
  /** Received so far. */
  | { readonly state: 'fetching'; readonly bytes: number }
  | { readonly state: 'failed'; readonly message: string }
  /** Already added as `name`. */
  | { readonly state: 'same'; readonly name: string }
  /** Not added yet. */
  | { readonly state: 'shown'; readonly preview: RegistryPreview; readonly isAdding: boolean };

/** Registries added by address. */
export interface RegistriesState {
  /** Upper first; null before the first reading. */
  readonly registries: readonly ShownRegistry[] | null;
  /** Why the list can't be read. */
  readonly trouble: string | null;
  /** Names. */
  readonly checking: readonly string[];
  readonly addition: AdditionState;
}

/** Menu items handled by the page. */
export type MenuCommand = 'back' | 'forward' | 'find';
