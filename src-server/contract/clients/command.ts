export const COMMAND_NAME = 'skills-registry';

/** Absolute paths. */
export interface CliFiles {
  readonly node: string;
  readonly script: string;
}

export interface CommandState {
  readonly file: string;
  readonly found:
    | 'nothing'
    /** Of the running app. */
    | 'ours'
    /** Of another copy of the app. */
    | 'other-copy'
    /** By the app, but the target is missing. */
    | 'gone'
    /** Never touched. */
    | 'foreign';
  /** Script. Only if made by the app. */
  readonly starts?: string;
  /** Reason against installing, a sentence. */
  readonly unsupported?: string;
  readonly path: PathState;
}

export type PathState =
  | { readonly state: 'found' }
  /** `line` adds the folder permanently. Absent on Windows: installing adds the folder. */
  | { readonly state: 'lacking'; readonly folder: string; readonly line?: string }
  /** Behind another program of that name. */
  | { readonly state: 'hidden'; readonly by: string };
