/** What GitHub's command line is called with. */
export function draftArguments(release: {
  readonly version: string;
  readonly notesFile: string;
  readonly files: readonly string[];
}): readonly string[];
