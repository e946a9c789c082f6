/** `window.skillsDesktop`, absent in browsers. */
import type { EventName, Events, Payload, RequestName, Result } from './requests.ts';

export type * from './app-states.ts';
export type { EventName, Events, Payload, RequestName, Result } from './requests.ts';
export type { ServiceState } from './service-state.ts';
export type { Settings, SettingsChange } from './settings.ts';

/** Rejection message: `<code>: <sentence>`. Only the message crosses Electron's context bridge. */
export type IpcErrorCode =
  /** Not our page in the main frame. */
  | 'untrusted-sender'
  | 'bad-payload'
  /** Forbidden, such as an unknown link protocol. */
  | 'refused'
  | 'failed';

/** Unwrapped by the preload. */
export type IpcReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: IpcErrorCode; readonly message: string };

type RequestMethod<Name extends RequestName> =
  Payload<Name> extends null
    ? () => Promise<Result<Name>>
    : (payload: Payload<Name>) => Promise<Result<Name>>;

export type DesktopBridge = {
  readonly [Name in RequestName]: RequestMethod<Name>;
} & {
  /** Returns the unsubscribe function. */
  on<Name extends EventName>(event: Name, listener: (detail: Events[Name]) => void): () => void;
  /** '' if unknown. */
  pathForFile(file: File): string;
};
