export const COMMAND_NAME = 'skills-registry';

/** Absolute paths of Node and the script. */
export interface CliFiles {
  readonly node: string;
  readonly script: string;
}

export interface CommandState {
  readonly file: string;
  readonly found:
    | 'nothing'
    /** Starts the running app's command line. */
    | 'ours'
    /** Made by the app, but starts another copy. */
    | 'other-copy'
    /** Made by the app, but its target is missing. */
    | 'gone'
    /** Not made by the app; never touched. */
    | 'foreign';
  /** Started script. Absent unless made by the app. */
  readonly starts?: string;
  /** Why installing is impossible, a sentence. */
  readonly unsupported?: string;
  readonly path: PathState;
}

export type PathState =
  | { readonly state: 'found' }
  /** `line` adds the folder permanently. Absent on Windows, where installing does so. */
  | { readonly state: 'lacking'; readonly folder: string; readonly line?: string }
  /** A program of the same name comes first. */
  | { readonly state: 'hidden'; readonly by: string };
