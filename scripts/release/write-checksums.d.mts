/** Writes SHA256SUMS; throws with everything that a release of this version lacks or must not have. */
export function writeChecksums(folder: string, version: string): Promise<readonly string[]>;

/** What package.mjs leaves beside the installers, for the notes. */
export function isSigningFact(name: string): boolean;
