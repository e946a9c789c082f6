/** What the parts of the stand-in share inside the app's main process. */
import type { Channel } from './channel.ts';

export interface StandInContext {
  /** Reports what Electron would refuse, which fails the test, and gives the error to throw. */
  violation(message: string): Error;
  readonly electronVersion: string;
  /** The channel to the test, which holds the windows. */
  readonly host: Channel;
  /** The app's folder, in which package.json is. */
  readonly appFolder: string;
  readonly isPackaged: boolean;
  readonly args: readonly string[];
  isReady(): boolean;
}

/** An event of Electron; some can be prevented. */
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
