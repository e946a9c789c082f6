import { isTable, tableAt, textAt, textsOf, valueAt } from '../values.ts';
import { type ConanReference, parseConanReference } from './conanfile.ts';

export interface LockedReference extends ConanReference {
  /** Undefined in format 2, without graph. */
  readonly direct: boolean | undefined;
  /** Build tools. */
  readonly dev: boolean;
}

/** Conan 1 (`graph_lock`) or 2 (`requires`); otherwise undefined. */
export function conanLockReferences(document: unknown): readonly LockedReference[] | undefined {
  if (isTable(valueAt(document, 'graph_lock'))) return graphReferences(document);
  const required = valueAt(document, 'requires');
  if (!Array.isArray(required)) return undefined;
  const tools = ['build_requires', 'python_requires', 'config_requires'].flatMap((field) =>
    textsOf(valueAt(document, field)),
  );
  return [
    ...references(textsOf(required), { direct: undefined, dev: false }),
    ...references(tools, { direct: undefined, dev: true }),
  ];
}

/** Conan 1. A node without `name/version` is the project. */
function graphReferences(document: unknown): readonly LockedReference[] {
  const nodes = new Map(Object.entries(tableAt(document, 'graph_lock', 'nodes')));
  const root = nodes.get('0');
  const [needed, tools] = ['requires', 'build_requires'].map(
    (field) => new Set(textsOf(valueAt(root, field))),
  );
  return [...nodes].flatMap(([id, node]) =>
    // A root with a path is the project's own recipe.
    id === '0' && textAt(node, 'path') !== undefined
      ? []
      : references(textsOf(valueAt(node, 'ref')), {
          direct: needed?.has(id) || tools?.has(id),
          dev: textAt(node, 'context') === 'build' || (tools?.has(id) ?? false),
        }),
  );
}

function references(
  texts: readonly string[],
  facts: Pick<LockedReference, 'direct' | 'dev'>,
): readonly LockedReference[] {
  return texts.flatMap((text) => {
    const reference = parseConanReference(text);
    return reference === undefined ? [] : [{ ...reference, ...facts }];
  });
}
