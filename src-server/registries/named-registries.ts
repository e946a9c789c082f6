/** Registries in the list. Pure. */
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import { addressIdentity, isRegistryName } from './registry-address.ts';
import { RegistryRefusal, WrongRequest } from './registry-refusal.ts';

export function requireNamed(all: readonly AddedRegistry[], name: string): AddedRegistry {
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = all.map((one) => one.name).join(', ');
  throw new RegistryRefusal(
    `There is no added registry of this name. ${names === '' ? 'Add one: skills-registry registry add <address>' : `Added are: ${names}.`}`,
  );
}

type Identity = Pick<AddedRegistry, 'address' | 'ref' | 'folder'>;

export function findSame(
  all: readonly AddedRegistry[],
  { address, ref, folder }: Identity,
): AddedRegistry | undefined {
  const identity = addressIdentity(address);
  return all.find(
    (one) => addressIdentity(one.address) === identity && one.ref === ref && one.folder === folder,
  );
}

export function requireSame(all: readonly AddedRegistry[], registry: AddedRegistry): AddedRegistry {
  const found = findSame(all, registry);
  if (found === undefined) throw new RegistryRefusal(`${registry.name} was removed meanwhile.`);
  return found;
}

/** Another command may have taken the name. */
export function requireFreeName(registry: AddedRegistry, all: readonly AddedRegistry[]): AddedRegistry {
  if (all.every(({ name }) => name !== registry.name)) return registry;
  throw new RegistryRefusal(`Another registry was just added as ${registry.name}. Try again.`);
}

export function freeName(wanted: string, all: readonly AddedRegistry[]): string {
  const taken = new Set(all.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(name)) return name;
  }
}

export function refuseName(name: string | undefined, all: readonly AddedRegistry[]): void {
  if (name === undefined) return;
  if (!isRegistryName(name))
    throw new WrongRequest(
      'A name has 1 to 64 of a to z, 0 to 9, ".", "_" and "-", and begins and ends with a letter or digit. Reserved are commit and copy.json.',
    );
  if (all.some((one) => one.name === name))
    throw new RegistryRefusal(`There is a registry ${name} already. Give another name.`);
}
