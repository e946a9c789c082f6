/**
 * What the main process tells the page about the app: itself, its settings, its notices, and the registries that were
 * added.
 */

import type { RegistryPreview, ShownRegistry } from '../../src-server/contract/added-registries.ts';
import type { RegistryLayout } from '../../src-server/contract/api.ts';
import type { FetchProgress } from '../../src-server/contract/words.ts';
import type { Settings } from './settings.ts';

/**
 * What the app says of itself: its versions, its folders, and what the page has to know of the desktop. It is asked
 * once.
 */
export interface AppInfo {
  readonly name: string;
  /** The version, such as `0.1.0`. */
  readonly version: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
  readonly settingsFile: string;
  readonly logsFolder: string;
  /** Whether a tray icon is there. Without one, closing the window quits the app. */
  readonly hasTray: boolean;
  /** Whether no registry was chosen yet: the page then shows what the app is. */
  readonly firstStart: boolean;
}

/** A folder near the one that was refused, in which a registry was found. */
export interface RegistryCandidate {
  readonly path: string;
  readonly layout: RegistryLayout;
}

/**
 * What came of a choice of a registry. Only `ok` says that it is served; with `refused` nothing was changed, and
 * `candidates` name folders near it that would do.
 */
export type SetRegistryResult =
  | { readonly outcome: 'ok'; readonly path: string }
  /** The folder was chosen, and is not served now. */
  | { readonly outcome: 'not-serving'; readonly path: string; readonly message: string }
  | { readonly outcome: 'cancelled' }
  | {
      readonly outcome: 'refused';
      readonly path: string;
      /** What was expected in the folder and what was found, in a sentence. */
      readonly message: string;
      readonly nextStep: string;
      readonly candidates: readonly RegistryCandidate[];
    };

/** A folder that was served before, with whether it is there now. */
export interface RecentRegistry {
  readonly path: string;
  readonly reachable: boolean;
  readonly current: boolean;
}

/** Whether the system starts the app at login, as the system reports it. */
export type LoginItemState =
  | { readonly state: 'on' }
  | { readonly state: 'off' }
  /** It was asked for, and the system or the user prevents it. */
  | { readonly state: 'blocked'; readonly reason: string }
  | { readonly state: 'unsupported'; readonly reason: string };

/** What the settings dialog shows: the settings themselves, and beside them what the system and the disk say now. */
export interface SettingsState {
  readonly settings: Settings;
  readonly recentRegistries: readonly RecentRegistry[];
  readonly startAtLogin: LoginItemState;
}

export const NOTICE_IDS = [
  'sample-registry',
  'settings-recovered',
  'closed-to-tray',
  'no-tray',
  'port-changed',
  'registry-gone',
  'registry-refused',
  'action-refused',
  'no-sandbox',
  'registry-update',
] as const;

/** A message of the app that the page shows once, until it is closed. */
export interface AppNotice {
  readonly id: (typeof NOTICE_IDS)[number];
  readonly title: string;
  readonly text: string;
  /** The way on: an https address, or a view such as `#/source`. */
  readonly link?: { readonly label: string; readonly url: string };
}

/**
 * How far the addition of a registry is: it is fetched, then shown to be read, then added. There is one addition at a
 * time.
 */
export type AdditionState =
  | { readonly state: 'none' }
  /** `progress` is absent until something is received. */
  | { readonly state: 'fetching'; readonly progress?: FetchProgress }
  | { readonly state: 'failed'; readonly message: string }
  /** The address was added before, under this name. */
  | { readonly state: 'same'; readonly name: string }
  /** The registry can be read, and is not added yet. */
  | { readonly state: 'shown'; readonly preview: RegistryPreview; readonly isAdding: boolean };

/**
 * The registries that were added by address. The main process sends it whole after each change, by the event
 * `registries`.
 */
export interface RegistriesState {
  /** The upper registry comes first. Null before the list was read. */
  readonly registries: readonly ShownRegistry[] | null;
  /** Why the list can't be read, as a sentence. */
  readonly trouble: string | null;
  /** The names of registries whose addresses are being asked. */
  readonly checking: readonly string[];
  /** The update that is fetched at the moment, by the name of its registry. */
  readonly fetching?: { readonly name: string; readonly progress: FetchProgress } | undefined;
  readonly addition: AdditionState;
}

/** The items of the menu that the page handles. */
export type MenuCommand = 'back' | 'forward' | 'find';
