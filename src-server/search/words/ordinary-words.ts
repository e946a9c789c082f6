/**
 * Words of any subject, searched for, but irrelevant if missing. Excludes keywords (`while`), tools (`make`),
 * methods (`sort`) and words that tell pitfalls apart (`never`).
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  // Pronouns and quantities.
  (
    'somebody someone something somewhere anybody anyone anything anywhere everybody everyone everything ' +
    'everywhere nobody nothing nowhere another others neither both several many much more most few fewer fewest ' +
    'least enough mine yours ours hers himself herself itself myself yourself themselves whoever whatever ' +
    'whichever one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred ' +
    'thousand million dozen twice third ' +
    // Conjunctions, prepositions and adverbs.
    'because whereas although though unless till whether however therefore otherwise meanwhile instead besides ' +
    'beside despite during throughout within across along around behind beyond upon toward towards among near ' +
    'against via up down out off away already again always ever still yet soon later often sometimes usually ' +
    'yesterday tomorrow ago really quite rather almost nearly perhaps maybe probably actually simply exactly ' +
    'even well better best worse worst good bad great big huge tiny little ' +
    // Verbs.
    'got gotten getting lets letting makes made making takes took taken taking give gives gave given giving come ' +
    'comes came coming want wants wanted need needs needed likes liked know knows knew known think thinks ' +
    'thought say says said saying tells told telling ask asks asked see sees saw seen look looks looked seem ' +
    'seems seemed tries tried trying keep keeps kept keeping happen happens happened becomes became going gone ' +
    'goes went ran uses used ' +
    // Vague nouns, and courtesy.
    'thing things way ways kinds piece pieces lot lots stuff people person sorry please thanks hello'
  ).split(' '),
);
