/** The bundle's manifest, version 0.3 of the format. */
export function makeManifest(packageJson: {
  readonly version: string;
  readonly description: string;
  readonly license: string;
}): Readonly<Record<string, unknown>>;

/** Writes the bundle into a folder; gives its path. */
export function packageMcpb(folder: string): string;
