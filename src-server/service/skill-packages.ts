/** Names that a skill.json declares; those behind them are left out. */
const MOST_NAMES = 50;
const MOST_CHARACTERS = 200;
/** What a namespace of `extensions` may call the package by. */
const FIELDS = ['name', 'package', 'module', 'import', 'purl'];

/**
 * What the library of a skill.json is called by package managers and imports: `extensions.<namespace>.name`, and
 * `extensions.skills_registry.aliases`. Anything else in there counts as nothing.
 */
export function packagesOf(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const extensions = manifest['extensions'];
  if (!isObject(extensions)) return [];
  const named = Object.entries(extensions).flatMap(([namespace, facts]) => {
    if (!isObject(facts)) return [];
    return namespace === 'skills_registry' ? [facts['aliases']].flat() : FIELDS.map((field) => facts[field]);
  });
  const names = named.filter((name): name is string => typeof name === 'string' && name.trim() !== '');
  return [...new Set(names.map((name) => name.trim()))]
    .filter((name) => name.length <= MOST_CHARACTERS)
    .slice(0, MOST_NAMES);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
