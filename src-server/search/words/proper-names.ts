/** `Godot` in "sprites in Godot". Sentence beginnings don't count. */
const CAPITALISED = /(?<=[\p{L}\p{N}] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}_])/gu;
/** Any word in the same position. */
const INSIDE = /(?<=[\p{L}\p{N}] )\p{L}/gu;
/**
 * `folly` in `folly::dynamic`, `numpy` in `numpy.core.multiarray`; not `server` in `server.rs`, nor parts of
 * paths.
 */
const QUALIFIER = /(?<![\w./\\:-])[A-Za-z_]\w*(?=::[A-Za-z_]|\.[A-Za-z_]\w*\.[A-Za-z_])/g;

/**
 * Names of libraries, products and languages. Of scoped identifiers only the first part: the others are words
 * already. Ignores capitals in titles.
 */
export function properNames(query: string): Set<string> {
  const capitalised = query.match(CAPITALISED) ?? [];
  const isTitle = capitalised.length > 2 && 2 * capitalised.length > (query.match(INSIDE) ?? []).length;
  return new Set([...(isTitle ? [] : capitalised), ...(query.match(QUALIFIER) ?? [])]);
}
