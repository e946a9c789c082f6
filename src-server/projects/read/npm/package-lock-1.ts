import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import { isTable, type Table, tableAt, textAt, valueAt } from '../values.ts';
import type { NpmLock } from './npm-lock.ts';
import { readNpmSpecifier } from './npm-specifier.ts';
import type { PackageJson } from './package-json.ts';

/** Format 1: nested `dependencies`, `dev` flags. */
export function readPackageLock1(
  document: Table,
  manifest: PackageJson | undefined,
  folder: string,
): NpmLock {
  const packages: LockedPackage[] = [];
  const top = new Map<string, LockedPackage>();
  const queue = [tableAt(document, 'dependencies')];
  // A queue instead of recursion, since hostile files nest deeply.
  for (const level of queue)
    for (const [alias, entry] of Object.entries(level)) {
      if (!isTable(entry)) continue;
      const locked = lockedPackage(alias, entry);
      packages.push(locked);
      if (level === queue[0]) top.set(alias, locked);
      const nested = tableAt(entry, 'dependencies');
      if (Object.keys(nested).length > 0) queue.push(nested);
    }
  const uses = (manifest?.dependencies ?? []).flatMap(({ alias, dev }): DirectUse[] => {
    const target = top.get(alias);
    return target === undefined ? [] : [{ target, dev, file: manifest?.file }];
  });
  return { packages, uses, dependenciesOf: () => [], members: new Set([folder]) };
}

function lockedPackage(alias: string, entry: Table): LockedPackage {
  const source = readNpmSpecifier(alias, textAt(entry, 'version') ?? '');
  return { ...source, dev: valueAt(entry, 'dev') === true };
}
