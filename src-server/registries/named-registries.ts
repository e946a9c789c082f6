/** Registries in the list. */
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

export function findSame(
  all: readonly AddedRegistry[],
  { address, ref, folder }: Pick<AddedRegistry, 'address' | 'ref' | 'folder'>,
): AddedRegistry | undefined {
  const identity = addressIdentity(address);
  return all.find(
    (one) => addressIdentity(one.address) === identity && one.ref === ref && one.folder === folder,
  );
}

export function freeName(wanted: string, all: readonly AddedRegistry[]): string {
  const taken = new Set(all.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(name)) return name;
  }
}

export function refuseName(name: string, all: readonly AddedRegistry[]): void {
  if (!isRegistryName(name))
    throw new WrongRequest(
      'A name has 1 to 64 of a to z, 0 to 9, ".", "_" and "-", and begins and ends with a letter or digit. Reserved are commit and copy.json.',
    );
  if (all.some((one) => one.name === name))
    throw new RegistryRefusal(`There is a registry ${name} already. Give another name.`);
}
