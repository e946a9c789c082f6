/**
 * Words that anybody's sentence may have, whatever it is about: pronouns, quantities, adverbs and conjunctions, verbs that
 * say little by themselves, courtesy. Closed classes of English, written by class; words that name something in programming
 * (`sort`, `mean`, `put`, `next`, `second`, `except`) and those that tell pitfalls apart (`never`, `before`) are not among
 * them. Unlike stop words they are looked for; that no skill has one says nothing of whether skills answer.
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  // Pronouns and quantities.
  (
    'somebody someone something somewhere anybody anyone anything anywhere everybody everyone everything everywhere ' +
    'nobody none nothing nowhere another others either neither both all every several many much more most few fewer ' +
    'fewest less least enough mine yours ours hers himself herself itself myself yourself themselves whoever whatever ' +
    'whichever one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand ' +
    'million dozen once twice first third last ' +
    // Conjunctions, prepositions and adverbs.
    'because since while whereas although though unless until till whether however therefore otherwise meanwhile instead ' +
    'besides beside despite during through throughout within across along around behind beyond upon toward towards among ' +
    'near against per via up down out off away back now already again always ever still yet soon later often sometimes ' +
    'usually today yesterday tomorrow ago really quite rather almost nearly perhaps maybe probably actually simply ' +
    'exactly only even else well better best worse worst good bad great nice big huge tiny little ' +
    // Verbs.
    'get gets got gotten getting let lets letting make makes made making take takes took taken taking give gives gave ' +
    'given giving come comes came coming want wants wanted need needs needed like likes liked know knows knew known ' +
    'think thinks thought say says said saying tell tells told telling ask asks asked see sees saw seen look looks ' +
    'looked seem seems seemed try tries tried trying keep keeps kept keeping happen happens happened become becomes ' +
    'became going gone goes went use uses used using ' +
    // Vague nouns, and courtesy.
    'thing things way ways kind kinds piece pieces lot lots stuff people person sorry please thanks hello'
  ).split(' '),
);
