import type { Infer } from '../schema-types.ts';
import type { trustMakeup } from '../schemas/skills.ts';

export { TRUST_MAXIMA, type TrustPart } from '../vocabulary.ts';

/**
 * How `trust_score` is made up, as judged by the rules. `summed`: the points add up to the score. `unreviewed`:
 * starting score of tier2. `declared`: no part is given. `contradicted`: the points add up to another number.
 */
export type TrustMakeup = Infer<typeof trustMakeup>;
