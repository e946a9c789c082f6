/** A sentence for each file that the package lacks or must not have. */
export function npmPackageObjections(paths: readonly string[]): readonly string[];

/** Runs `npm pack` in a project; the package's name and the paths in it. */
export function npmPack(
  project: string,
  args: readonly string[],
): { readonly name: string; readonly paths: readonly string[] };
