import { groupBy } from '../../../group-by.ts';
import { dirname, inFolder } from '../file-paths.ts';
import type { PackageRows } from '../package-rows.ts';
import { type ProjectSources, parseJson } from '../project-sources.ts';
import { isTable, tableAt, textAt, textsOf, valueAt } from '../values.ts';
import {
  type ConanReference,
  type ConanRequirement,
  parseConanfileScript,
  parseConanfileText,
  parseConanReference,
} from './conanfile.ts';

/** conanfile.txt, literal conanfile.py, conan.lock of Conan 1 and 2. */
export async function readConan(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const locks = await readLocks(sources);
  const declared = new Map<string, Set<string>>();
  const parsed = await sources.parseNamed(/^conanfile\.(?:txt|py)$/, (text, file) =>
    file.endsWith('.py') ? parseConanfileScript(text) : parseConanfileText(text),
  );
  for (const [file, requirements] of parsed) {
    if (file.endsWith('.py'))
      sources.unread(file, 'is read in part: a script, of which only literal requirements are read');
    const names = declared.get(dirname(file)) ?? new Set();
    declared.set(dirname(file), names);
    for (const { name } of requirements) names.add(name);
    addRequirements(rows, file, requirements, locks.get(inFolder(dirname(file), 'conan.lock')) ?? []);
  }
  for (const [file, references] of locks) {
    const names = declared.get(dirname(file));
    for (const { direct, ...reference } of references) {
      // Format 2 lacks `direct`, so the conanfile in the same folder decides. Default: direct.
      const isDirect = direct ?? names?.has(reference.name) ?? true;
      rows.add({ ecosystem: 'conan', ...reference, direct: isDirect, file });
    }
  }
}

async function readLocks(sources: ProjectSources): Promise<ReadonlyMap<string, readonly LockedReference[]>> {
  const locks = new Map<string, readonly LockedReference[]>();
  for (const [file, document] of await sources.parseNamed(/^conan\.lock$/, parseJson)) {
    const references = conanLockReferences(document);
    if (references === undefined) sources.unread(file, 'is neither of Conan 1 nor of Conan 2');
    else locks.set(file, references);
  }
  return locks;
}

/** Locked versions take precedence. */
function addRequirements(
  rows: PackageRows,
  file: string,
  requirements: readonly ConanRequirement[],
  locked: readonly LockedReference[],
): void {
  const fixed = groupBy(locked, requirementKey);
  for (const [key, required] of groupBy(requirements, requirementKey))
    for (const { name, version, qualifiers, dev } of fixed.get(key) ?? required)
      rows.add({ ecosystem: 'conan', name, version, qualifiers, direct: true, dev, file });
}

const requirementKey = ({ name, dev }: { readonly name: string; readonly dev: boolean }) => `${dev}:${name}`;

interface LockedReference extends ConanReference {
  /** Undefined in format 2, without graph. */
  readonly direct: boolean | undefined;
  /** Build tools. */
  readonly dev: boolean;
}

/** Conan 1 (`graph_lock`) or 2 (`requires`); otherwise undefined. */
function conanLockReferences(document: unknown): readonly LockedReference[] | undefined {
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
