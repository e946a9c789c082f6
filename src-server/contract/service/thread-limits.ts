/**
 * MB; three semispaces of 2. With V8's default of 48, threads grew to some 30 MB and kept the memory. Costs
 * no CPU time.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 6 } as const;
