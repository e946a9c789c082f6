/** The folder in `release/` that holds the unpacked app. */
export function unpackedFolder(platform: NodeJS.Platform, arch: string): string;

/** What is where in an app's folder; `app` is all of it, `fuses` the file that has them. */
export function packedApp(
  folder: string,
  platform: NodeJS.Platform,
): { readonly app: string; readonly binary: string; readonly resources: string; readonly fuses: string };
