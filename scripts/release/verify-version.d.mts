/** A sentence for each thing that doesn't speak of the same version, or of another repository. */
export function versionObjections(facts: {
  readonly tag: string | undefined;
  readonly manifest: { readonly version: string; readonly repository?: string | { readonly url: string } };
  readonly lock: {
    readonly version: string;
    readonly packages: { readonly '': { readonly version: string } };
  };
  readonly changelog: string;
  /** `owner/name` of where this runs. */
  readonly repository: string | undefined;
}): readonly string[];
