import { existsSync, promises as fs, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { LayerChoice, LayerId } from '../contract/service.ts';
import { userFolders } from '../platform/files.ts';
import { isRegistryName } from '../registries/registry-address.ts';
import { openRegistryStore } from '../registries/registry-store.ts';
import { locateRegistry } from '../registry/locate-registry.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import { CliError, type CliIo, EXIT_CODES } from './cli-io.ts';

export type Surroundings = Pick<CliIo, 'env' | 'cwd'>;

/** What `-r` names: a folder, or an added registry. */
export interface NamedRegistry {
  /** Absolute; of a file, its folder. */
  readonly folder: string;
  readonly choice: LayerChoice;
}

export async function namedRegistry(name: string, { env, cwd }: Surroundings): Promise<NamedRegistry> {
  const picked = resolve(cwd, name);
  if (isRegistryName(name) && !existsSync(picked)) {
    const store = openRegistryStore(userFolders(env).data);
    const added = store.list().find((registry) => registry.name === name);
    if (added !== undefined) return { folder: await store.readyFolder(added), choice: { added: name } };
  }
  const isFile =
    ['skill.json', 'index.json'].includes(basename(picked)) &&
    statSync(picked, { throwIfNoEntry: false })?.isFile() === true;
  const folder = isFile ? dirname(picked) : picked;
  return { folder, choice: { folder } };
}

export interface LocatedRegistry {
  /** At, right above or right below the named folder. */
  readonly location: RegistryLocation;
  readonly choice: LayerChoice;
  readonly id: LayerId;
  /** Where another folder is used than named. */
  readonly instead: string | undefined;
}

/** Throws `CliError` if there is no registry. */
export async function locateNamed(name: string, io: Surroundings): Promise<LocatedRegistry> {
  const { folder, choice } = await namedRegistry(name, io);
  const located = locateRegistry(folder);
  if (!located.ok) throw new CliError(EXIT_CODES.noRegistry, located.reason);
  const { location } = located;
  const real = await fs.realpath(folder).catch(() => folder);
  const instead =
    real === location.root ? undefined : `${folder} is no registry; using ${location.root} instead.`;
  if ('added' in choice) return { location, choice, id: choice.added, instead };
  return { location, choice: { folder: location.root }, id: location.root, instead };
}

/** For files to read or write: a folder, skill.json or index.json. Throws `CliError` if there is no registry. */
export async function locateOrFail(path: string, cwd: string): Promise<RegistryLocation> {
  return (await locateNamed(resolve(cwd, path), { env: {}, cwd })).location;
}
