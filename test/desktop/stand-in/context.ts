/** What a real Electron does on some systems only; each off unless a spec asks for it. */
export interface Quirks {
  /** Wayland: `ready-to-show` may never come. */
  readonly neverReadyToShow?: boolean;
  /** Neither that nor `did-finish-load`. */
  readonly neverLoaded?: boolean;
  /** The frame that asks has left when its request arrives: `senderFrame` is null. */
  readonly frameGone?: boolean;
  /** What macOS and Windows make of a login item; they never throw. */
  readonly loginItem?: 'waits for approval' | 'is turned off' | 'is refused';
  /** A process that ends by SIGABRT ran out of memory: V8 tells that first. By itself the signal tells nothing. */
  readonly outOfMemory?: boolean;
  /** A Linux without one: secrets would be encrypted with a fixed password. */
  readonly noSecretStore?: boolean;
  /** macOS started the app at login, and says so. */
  readonly openedAtLogin?: boolean;
}

/** What the parts of the stand-in share inside the app's main process. */
import type { Channel } from './channel.ts';
import type { Strictness } from './strict.ts';

export interface StandInContext {
  readonly strict: Strictness;
  /** To the test, which holds the windows. */
  readonly host: Channel;
  /** The app's folder: where package.json is. */
  readonly appFolder: string;
  readonly isPackaged: boolean;
  readonly args: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly quirks: Quirks;
  isReady(): boolean;
}

/** An Electron event: some can be prevented. */
export interface StandInEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

export function createEvent<T extends object>(fields: T): StandInEvent & T {
  let prevented = false;
  return {
    ...fields,
    get defaultPrevented() {
      return prevented;
    },
    preventDefault() {
      prevented = true;
    },
  };
}
