/**
 * What every thread of ours may take for objects that were just made, in MB: semispaces of 2. The engine's own limit, 48,
 * suits a thread that has the process for itself; each of ours grew to some 30 MB and kept them. Where less is enough, it
 * takes no more of the processor's time.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 6 } as const;
