import type { Infer } from '../schema-types.ts';
import type * as match from '../schemas/match.ts';

export type MatchLevel = Infer<typeof match.matchLevel>;
/** Difference in the major number, or the minor number of 0.x. */
export type Drift = Infer<typeof match.drift>;
export type SkillMatch = Infer<typeof match.skillMatch>;
export type MatchedPackage = Infer<typeof match.matchedPackage>;
export type MatchCounts = Infer<typeof match.matchCounts>;
export type MatchResponse = Infer<typeof match.matchResponse>;
