/** Finds the registry that a user named, to read it or to write it. */

import { existsSync, promises as fs, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registryOfEnvironment } from '../connect/registry-option.ts';
import type { LayerChoice, LayerId } from '../contract/service.ts';
import { isAtOrBelow, userFolders } from '../platform/files.ts';
import { isRegistryName } from '../registries/registry-address.ts';
import { openRegistryStore } from '../registries/registry-store.ts';
import { findRegistryNear, locateRegistry } from '../registry/locate.ts';
import { disk } from '../registry/worker/disk.ts';
import type { RegistryLocation } from '../registry/worker-messages.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES } from './cli-io.ts';

export type Surroundings = Pick<CliIo, 'env' | 'cwd'>;

/** What `-r` names: a folder, or an added registry. */
interface NamedRegistry {
  /** The absolute folder; of a file, its folder. */
  readonly folder: string;
  readonly choice: LayerChoice;
}

export async function namedRegistry(name: string, { env, cwd }: Surroundings): Promise<NamedRegistry> {
  const picked = resolve(cwd, pathOf(name, env));
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

/** Understands `file://…`, and `~` where no shell has replaced it, as in a variable or behind `-r=`. */
function pathOf(given: string, env: NodeJS.ProcessEnv): string {
  // A short option keeps the sign: `-r=~/skills`.
  const name = given.replace(/^=(?=[~./\\])/, '');
  if (/^file:\/\//i.test(name) && URL.canParse(name)) {
    try {
      return fileURLToPath(name);
    } catch {
      throw new CliError(EXIT_CODES.usage, `${name} names no folder of this computer. Name it by its path.`);
    }
  }
  const home = env['HOME'] ?? env['USERPROFILE'];
  return home !== undefined && /^~(?=$|[\\/])/.test(name) ? join(home, name.slice(1)) : name;
}

export interface LocatedRegistry {
  /** The registry at, right above or right below the named folder. */
  readonly location: RegistryLocation;
  readonly choice: LayerChoice;
  readonly id: LayerId;
  /** A sentence if another folder is used than the named one. */
  readonly instead: string | undefined;
}

/** Finds what a user named. Throws a `CliError` if there is no registry. */
export async function locateNamed(name: string, io: Surroundings): Promise<LocatedRegistry> {
  const { folder, choice } = await namedRegistry(name, io);
  const located = locateRegistry(folder);
  if (!located.ok) {
    const isFromVariable = name === registryOfEnvironment({ env: io.env });
    const source = isFromVariable ? `SKILLS_REGISTRY is ${name}. ` : '';
    // What nobody filled yet is the beginning of a registry.
    const isEmpty = located.candidates.length === 0 && isEmptyFolder(folder);
    const below = isEmpty ? [`Start a registry there: ${cliLine(['init', '--registry', folder], io)}`] : [];
    throw new CliError(EXIT_CODES.noRegistry, `${source}${located.reason}`, { below });
  }
  const { location } = located;
  const real = await fs.realpath(folder).catch(() => folder);
  const instead =
    real === location.root ? undefined : `${folder} is no registry; using ${location.root} instead.`;
  if ('added' in choice) return { location, choice, id: choice.added, instead };
  return { location, choice: { folder: location.root }, id: location.root, instead };
}

/** A folder that may not be listed is not empty. */
function isEmptyFolder(folder: string): boolean {
  try {
    return disk.list(folder)?.length === 0;
  } catch {
    return false;
  }
}

/**
 * Finds the registry of files to read or write, from a folder, skill.json or index.json. Throws a `CliError`
 * if there is none.
 */
export async function locateOrFail(path: string, cwd: string): Promise<RegistryLocation> {
  return (await locateNamed(resolve(cwd, path), { env: {}, cwd })).location;
}

/**
 * Throws `CliError` if the named folder only contains the registry: writes need an explicit target.
 *
 * @param words command without registry
 */
export function requireExplicitTarget(
  { root }: RegistryLocation,
  picked: string,
  words: readonly string[],
  io: Pick<CliIo, 'cwd' | 'env'>,
): void {
  const named = disk.realPath(resolve(io.cwd, picked)) ?? picked;
  if (!isAtOrBelow(named, root)) throw refusalBelow(named, [root], words, io);
}

export function refusalBelow(
  folder: string,
  [first = folder, ...others]: readonly string[],
  words: readonly string[],
  io: Pick<CliIo, 'cwd' | 'env'>,
): CliError {
  const where = `${folder} is no registry, but holds ${others.length === 0 ? 'one' : 'some'}`;
  return new CliError(EXIT_CODES.noRegistry, `${where}. Name it: ${cliLine([...words, first], io)}`);
}

/**
 * Finds the registry that a command writes: the named one, or the one at or above the current folder. Throws
 * a `CliError` for one below, and for one library’s own.
 */
export async function registryToWrite(
  named: string | undefined,
  words: readonly string[],
  io: CliIo,
): Promise<RegistryLocation> {
  const { cwd } = io;
  const near = named === undefined ? findRegistryNear(cwd) : undefined;
  if (near?.where === 'below') throw refusalBelow(cwd, near.folders, words, io);
  const picked = named ?? near?.folders[0];
  if (picked === undefined)
    throw new CliError(
      EXIT_CODES.noRegistry,
      `There is no registry in ${cwd} or above it. Name one with -r.`,
    );
  const location = await locateOrFail(picked, cwd);
  requireExplicitTarget(location, picked, words, io);
  refuseAdded(location.root, io);
  if (location.layout === 'skill' || location.layout === 'library')
    throw new CliError(EXIT_CODES.noRegistry, `${location.root} is one library’s own, and no registry.`);
  return location;
}

/**
 * Throws a `CliError` if a folder is the copy of an added registry: the next update would take away what is written
 * there.
 */
export function refuseAdded(root: string, { env }: Pick<CliIo, 'env'>): void {
  const store = openRegistryStore(userFolders(env).data);
  const folder = realPathOfCopies(store.folder);
  if (folder === undefined || !isAtOrBelow(root, folder)) return;
  const added = store.list().find(({ name }) => isAtOrBelow(root, join(folder, 'copies', name)));
  const from = added === undefined ? '' : ` of ${added.address}`;
  throw new CliError(
    EXIT_CODES.noRegistry,
    `${root} is a copy${from}, which the next update replaces. Change that repository instead.`,
  );
}

/** Nothing is written below a folder that may not be entered. */
function realPathOfCopies(folder: string): string | undefined {
  try {
    return disk.realPath(folder);
  } catch {
    return undefined;
  }
}

/** Returns what is given. Throws a `CliError` if both are. */
export function namedOnce(argument: string | undefined, option: string | undefined): string | undefined {
  if (argument !== undefined && option !== undefined)
    throw new CliError(EXIT_CODES.usage, 'Name the folder once: with -r, or without.');
  return argument ?? option;
}
