/** `Godot` in "sprites in Godot", but no beginnings of sentences. */
const CAPITALISED = /(?<=[\p{L}\p{N}] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}_])/gu;
/** Any word there. */
const INSIDE = /(?<=[\p{L}\p{N}] )\p{L}/gu;
/**
 * `folly` in `folly::dynamic`, `numpy` in `numpy.core.multiarray`; not `server` in `server.rs`, nor paths.
 */
const QUALIFIER = /(?<![\w./\\:-])[A-Za-z_]\w*(?=::[A-Za-z_]|\.[A-Za-z_]\w*\.[A-Za-z_])/g;

/**
 * Names of libraries, products and languages; the first part of scoped identifiers. Ignores capitals in
 * titles.
 */
export function properNames(query: string): Set<string> {
  const capitalised = query.match(CAPITALISED) ?? [];
  const isTitle = capitalised.length > 2 && 2 * capitalised.length > (query.match(INSIDE) ?? []).length;
  return new Set([...(isTitle ? [] : capitalised), ...(query.match(QUALIFIER) ?? [])]);
}
