/** `Godot` in "sprites in Godot": a capital after another word and a space. At the beginning of a sentence it says nothing. */
const CAPITALISED = /(?<=[\p{L}\p{N}] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}_])/gu;
/** `folly` in `folly::dynamic`, `numpy` in `numpy.core.multiarray`; not `server` in `server.rs`, nor what a path has. */
const QUALIFIER = /(?<![\w./\\:-])[A-Za-z_]\w*(?=::[A-Za-z_]|\.[A-Za-z_]\w*\.[A-Za-z_])/g;

/**
 * The words by which a question calls something by its name, as they are written: a library, a product, a language. Of
 * identifiers in parts (`PyTorch`) only those that stand before others: each of their parts is a word already.
 */
export function properNames(query: string): Set<string> {
  return new Set([...(query.match(CAPITALISED) ?? []), ...(query.match(QUALIFIER) ?? [])]);
}
