/** The installers of a version; for one system and processor, or all. */
export function installerNames(version: string, platform?: NodeJS.Platform, arch?: string): readonly string[];

/** Everything that a release offers, but the list of checksums. */
export function releaseNames(version: string): readonly string[];

/** A sentence for each file that a release lacks, or that doesn't belong to it. */
export function fileObjections(found: readonly string[], version: string): readonly string[];

/** The text that `sha256sum --check` reads. */
export function checksumText(sums: ReadonlyArray<readonly [name: string, sha256: string]>): string;
