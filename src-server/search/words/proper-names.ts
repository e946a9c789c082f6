/** `Godot` in "sprites in Godot": a capital after another word and a space. At the beginning of a sentence it says nothing. */
const CAPITALISED = /(?<=[\p{L}\p{N}] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}_])/gu;
/** A word where a name could stand like that. */
const INSIDE = /(?<=[\p{L}\p{N}] )\p{L}/gu;
/** `folly` in `folly::dynamic`, `numpy` in `numpy.core.multiarray`; not `server` in `server.rs`, nor what a path has. */
const QUALIFIER = /(?<![\w./\\:-])[A-Za-z_]\w*(?=::[A-Za-z_]|\.[A-Za-z_]\w*\.[A-Za-z_])/g;

/**
 * The words by which a question calls something by its name, as they are written: a library, a product, a language. Of
 * identifiers in parts (`PyTorch`) only those that stand before others: each of their parts is a word already. In a title,
 * where most of the words have a capital, that says nothing.
 */
export function properNames(query: string): Set<string> {
  const capitalised = query.match(CAPITALISED) ?? [];
  const isTitle = capitalised.length > 2 && 2 * capitalised.length > (query.match(INSIDE) ?? []).length;
  return new Set([...(isTitle ? [] : capitalised), ...(query.match(QUALIFIER) ?? [])]);
}
