import { groupBy } from '../../../group-by.ts';
import { dirname, inFolder } from '../file-paths.ts';
import type { PackageRows } from '../package-rows.ts';
import { type ProjectSources, parseJson } from '../project-sources.ts';
import { conanLockReferences, type LockedReference } from './conan-lock.ts';
import { type ConanRequirement, parseConanfileScript, parseConanfileText } from './conanfile.ts';

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
