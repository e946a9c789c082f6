import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRegistryName } from '../../registries/registry-address.ts';
import { openRegistryStore, type RegistryStore } from '../../registries/registry-store.ts';
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
  const name = store.list().find((one) => isMeant(one.name))?.name;
  return name === undefined ? undefined : readyFolder(store, name);
}

/** A command that was killed may have left the copy beside its place. */
async function readyFolder(store: RegistryStore, name: string): Promise<string> {
  const folder = store.servedFolder(name);
  if (!existsSync(folder)) await store.change((all) => all);
  return folder;
}
