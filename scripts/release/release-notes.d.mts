/** What stands beside a release's files: changes, what is signed and what isn't, how to check. */
export function releaseNotes(facts: {
  readonly version: string;
  readonly changelog: string;
  readonly signing: ReadonlyArray<{
    readonly platform: string;
    readonly arch: string;
    readonly isSigned: boolean;
  }>;
  readonly repository: string | undefined;
}): string;
