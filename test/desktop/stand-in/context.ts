/** What a real Electron does on some systems only; each off unless a spec asks for it. */
export interface Quirks {
  /** Wayland: `ready-to-show` may never come. */
  readonly neverReadyToShow?: boolean;
  /** Neither that nor `did-finish-load`. */
  readonly neverLoaded?: boolean;
  /** The frame that asks has left when its request arrives: `senderFrame` is null. */
  readonly frameGone?: boolean;
  /** A process that ends by SIGABRT ran out of memory: V8 tells that first. By itself the signal tells nothing. */
  readonly outOfMemory?: boolean;
}

/** What the parts of the stand-in share inside the app's main process. */
import type { Channel } from './channel.ts';

export interface StandInContext {
  /** Reports what Electron would refuse, which fails the test, and gives the error to throw. */
  violation(message: string): Error;
  readonly electronVersion: string;
  /** To the test, which holds the windows. */
  readonly host: Channel;
  /** The app's folder: where package.json is. */
  readonly appFolder: string;
  readonly isPackaged: boolean;
  readonly args: readonly string[];
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
