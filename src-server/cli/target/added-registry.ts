import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRegistryName } from '../../registries/registry-address.ts';
import { openRegistryStore } from '../../registries/registry-store.ts';
import { userFolders } from '../../user-folders.ts';
import type { CliIo } from '../cli-io.ts';

type Surroundings = Pick<CliIo, 'env' | 'cwd'>;

/** Absolute path of what `-r` names: a folder, else an added registry. */
export async function namedFolder(path: string, io: Surroundings): Promise<string> {
  const folder = resolve(io.cwd, path);
  if (!isRegistryName(path) || existsSync(folder)) return folder;
  return (await addedFolder((name) => name === path, io)) ?? folder;
}

/** Absolute path of the uppermost added registry. Undefined where none was added. */
export async function firstAdded(io: Surroundings): Promise<string | undefined> {
  return addedFolder(() => true, io);
}

async function addedFolder(
  isMeant: (name: string) => boolean,
  { env }: Surroundings,
): Promise<string | undefined> {
  const store = openRegistryStore(userFolders(env).data);
  const registry = store.list().find(({ name }) => isMeant(name));
  if (registry === undefined) return undefined;
  const folder = store.servedFolder(registry.name);
  if (store.isInPlace(registry)) return folder;
  // A command was killed, or another one is at it: then what is there is served, and its update followed.
  await store
    .change((all) => all)
    .catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  return folder;
}
