/** The middle one of some numbers, the greater of two; NaN of none. */
export function median(numbers: readonly number[]): number;
