/** A piece of one source file below search/, and what stands there instead. */
type Change = readonly [file: string, text: string, other: string];

export const CHANGES: Readonly<Record<string, Change>>;
