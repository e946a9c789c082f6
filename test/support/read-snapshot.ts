import type { IndexEntry } from '../../src-server/contract/api/api.ts';
import { compareDiagnostics, type Diagnostic } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { readRegistry } from '../../src-server/registry/disk/load-registry.ts';
import { locateRegistry } from '../../src-server/registry/locate-registry.ts';
import { modelOf, type RegistryModel } from '../../src-server/registry/model/registry-model.ts';
import { type IndexHead, loaderFindings } from '../../src-server/registry/model/registry-snapshot.ts';

/** A snapshot with its list and what the loader found, sorted, in one piece each. */
export interface ReadSnapshot extends RegistryModel {
  readonly index: IndexHead & { readonly skills: readonly IndexEntry[] };
  readonly diagnostics: readonly Diagnostic[];
}

/** The snapshot of a folder as the service would first serve it. */
export async function readSnapshot(folder: string): Promise<ReadSnapshot> {
  const located = await locateRegistry(folder);
  if (!located.ok) throw new Error(located.reason);
  const snapshot = modelOf(await readRegistry(located.location), new Date('2026-03-04T05:06:07Z'));
  return {
    ...snapshot,
    index: { ...snapshot.index, skills: [...snapshot.entries.values()] },
    diagnostics: [...loaderFindings(snapshot)].sort(compareDiagnostics),
  };
}

/** The codes of what the loader found with the skill or file they are about. */
export function codes({ diagnostics }: ReadSnapshot): readonly string[] {
  return diagnostics.map(({ code, skillKey, file }) => `${code} ${skillKey ?? file ?? ''}`.trim());
}
