/** The command that a person types, as the app installs it for its user: for the app, its window and the doctor. */

/** As the help names it. */
export const COMMAND_NAME = 'skills-registry';

/** What starts the command line: a Node and the script, by absolute paths. */
export interface CliFiles {
  readonly node: string;
  readonly script: string;
}

/** What is at the place of the command for terminals, and what a terminal would start. */
export interface CommandState {
  /** Where the command is, or would be put; absolute. */
  readonly file: string;
  readonly found:
    | 'nothing'
    /** It starts this very app's command line. */
    | 'ours'
    /** Made by the app, and starts another copy of it. */
    | 'other-copy'
    /** Made by the app, and starts what isn't there any more. */
    | 'gone'
    /** Something that the app didn't make; it is never touched. */
    | 'foreign';
  /** The script that it starts; absent where the app didn't make it. */
  readonly starts?: string;
  /** Why it can't be installed from here, in a sentence; absent where it can. */
  readonly unsupported?: string;
  readonly path: PathState;
}

/** Whether a new terminal finds the command by its name. */
export type PathState =
  | { readonly state: 'found' }
  /** `line` adds the folder for good, pasted into the user's own shell; absent on Windows, where installing adds it. */
  | { readonly state: 'lacking'; readonly folder: string; readonly line?: string }
  /** Another program of this name comes first. */
  | { readonly state: 'hidden'; readonly by: string };
