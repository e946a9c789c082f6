/** By their names in electron-builder.yml; undefined where Electron has dropped one. */
export type Fuses = Readonly<Record<string, boolean | undefined>>;

/** Throws where there are none, or where the two halves of a universal binary differ. */
export function readFuses(binary: Uint8Array): Fuses;

/** A sentence for each fuse that isn't as `wanted` says. */
export function fuseObjections(fuses: Fuses, wanted: Fuses): readonly string[];

/** What stands in a binary before anything was changed, for a stub. */
export function defaultFuseWire(): Buffer;
