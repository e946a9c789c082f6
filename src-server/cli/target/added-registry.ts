import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LayerChoice } from '../../contract/service/layer-choice.ts';
import { userFolders } from '../../platform/user-folders.ts';
import { isRegistryName } from '../../registries/registry-address.ts';
import { openRegistryStore } from '../../registries/registry-store.ts';
import type { CliIo } from '../cli-io.ts';

type Surroundings = Pick<CliIo, 'env' | 'cwd'>;

/** Absolute path for `-r`: a folder, else an added registry. */
export async function namedFolder(path: string, io: Surroundings): Promise<string> {
  const folder = resolve(io.cwd, path);
  if (!isRegistryName(path) || existsSync(folder)) return folder;
  return (await addedFolder((name) => name === path, io)) ?? folder;
}

/** For `-r`: a folder, else an added registry. */
export function layerChoice(path: string, io: Surroundings): LayerChoice {
  const folder = resolve(io.cwd, path);
  if (!isRegistryName(path) || existsSync(folder)) return { folder };
  const isAdded = storeOf(io)
    .list()
    .some(({ name }) => name === path);
  return isAdded ? { added: path } : { folder };
}

/** Absolute. Undefined if none was added. */
export async function firstAdded(io: Surroundings): Promise<string | undefined> {
  return addedFolder(() => true, io);
}

async function addedFolder(
  isMeant: (name: string) => boolean,
  io: Surroundings,
): Promise<string | undefined> {
  const store = storeOf(io);
  const registry = store.list().find(({ name }) => isMeant(name));
  return registry && store.readyFolder(registry);
}

function storeOf({ env }: Pick<CliIo, 'env'>) {
  return openRegistryStore(userFolders(env).data);
}
