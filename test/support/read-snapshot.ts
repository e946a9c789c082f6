import type { IndexEntry } from '../../src-server/contract/api.ts';
import { compareDiagnostics, type Diagnostic } from '../../src-server/contract/diagnostic.ts';
import { locateRegistry } from '../../src-server/registry/locate.ts';
import { type RegistryReading, readRegistry } from '../../src-server/registry/read-registry.ts';
import { type Disk, disk as ownDisk } from '../../src-server/registry/worker/disk.ts';
import type { ListHead } from '../../src-server/registry/worker-messages.ts';

/** A reading with its list and what was found while reading, sorted, in one piece each. */
export interface ReadSnapshot extends RegistryReading {
  readonly index: ListHead & { readonly skills: readonly IndexEntry[] };
  readonly diagnostics: readonly Diagnostic[];
}

/** A folder as the service would first serve it. */
export async function readSnapshot(folder: string, disk: Disk = ownDisk): Promise<ReadSnapshot> {
  const located = locateRegistry(folder);
  if (!located.ok) throw new Error(located.reason);
  const reading = readRegistry(located.location, new Date('2026-03-04T05:06:07Z'), disk);
  const { skills, general, head } = reading;
  const found = [...general, ...[...skills.values()].flatMap(({ findings }) => findings.reading)];
  return {
    ...reading,
    index: { ...head, skills: Array.from(skills.values(), ({ entry }) => entry) },
    // Entries of tests have the fields that the test is about.
    diagnostics: found.filter(({ code }) => code !== 'field-missing').sort(compareDiagnostics),
  };
}

/** The codes of what was found while reading with the skill or file they are about. */
export function codes({ diagnostics }: ReadSnapshot): readonly string[] {
  return diagnostics.map(({ code, skillKey, file }) => `${code} ${skillKey ?? file ?? ''}`.trim());
}
