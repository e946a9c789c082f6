import { readRegistry } from '../../src-server/registry/disk/load-registry.ts';
import { locateRegistry } from '../../src-server/registry/disk/locate-registry.ts';
import {
  assembleSnapshot,
  type RegistrySnapshot,
} from '../../src-server/registry/model/registry-snapshot.ts';

/** The snapshot of a folder as the service would first serve it. */
export async function readSnapshot(folder: string): Promise<RegistrySnapshot> {
  const located = await locateRegistry(folder);
  if (!located.ok) throw new Error(located.reason);
  const contents = await readRegistry(located.location);
  return assembleSnapshot(contents, {
    previous: undefined,
    now: new Date('2026-03-04T05:06:07Z'),
    loadMs: 0,
  });
}

/** The codes of a snapshot's diagnostics with the skill or file they are about. */
export function codes(snapshot: RegistrySnapshot): readonly string[] {
  return snapshot.diagnostics.map(({ code, skillKey, file }) => `${code} ${skillKey ?? file ?? ''}`.trim());
}
