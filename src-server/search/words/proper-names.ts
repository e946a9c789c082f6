/**
 * `Godot` in "sprites in Godot": a capitalized word after another word and a space. Sentence beginnings don't
 * count.
 */
const CAPITALISED = /(?<=[\p{L}\p{N}] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}_])/gu;
/** First letter of any word in the same position. */
const INSIDE = /(?<=[\p{L}\p{N}] )\p{L}/gu;
/**
 * `folly` in `folly::dynamic`, `numpy` in `numpy.core.multiarray`; not `server` in `server.rs`, nor parts of
 * paths.
 */
const QUALIFIER = /(?<![\w./\\:-])[A-Za-z_]\w*(?=::[A-Za-z_]|\.[A-Za-z_]\w*\.[A-Za-z_])/g;

/**
 * Names of libraries, products and languages in a query, as written. Of dotted or scoped identifiers only the
 * first part:
 * the other parts are words already. Ignores capitals in a title, where most words have them.
 */
export function properNames(query: string): Set<string> {
  const capitalised = query.match(CAPITALISED) ?? [];
  const isTitle = capitalised.length > 2 && 2 * capitalised.length > (query.match(INSIDE) ?? []).length;
  return new Set([...(isTitle ? [] : capitalised), ...(query.match(QUALIFIER) ?? [])]);
}
