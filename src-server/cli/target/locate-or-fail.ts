import { promises as fs } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { printable } from '../../contract/words/printable.ts';
import { findRegistryAround } from '../../registry/disk/find-registry-near.ts';
import { locateRegistry, type WhyNone } from '../../registry/disk/locate-registry.ts';
import type { RegistryLocation } from '../../registry/model/registry-snapshot.ts';
import { CliError, NothingThere } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/**
 * The registry a path names: a folder as the service accepts it, a `.skills` folder, or a skill.json or index.json,
 * which stands for the folder around it. Throws `CliError` where there is none.
 */
export async function locateOrFail(path: string, cwd: string): Promise<RegistryLocation> {
  return (await locateNamed(path, cwd)).location;
}

/** A registry that somebody named. */
export interface NamedRegistry {
  /** The folder that the path stands for, absolute. */
  readonly meant: string;
  /** The registry that it is, or that is right above or below. */
  readonly location: RegistryLocation;
}

/** As `locateOrFail`, for who says which folder was taken. */
export async function locateNamed(path: string, cwd: string): Promise<NamedRegistry> {
  const meant = await meantFolder(path, cwd);
  const located = locateRegistry(meant);
  if (located.ok) return { meant, location: located.location };
  throw noRegistry(meant, located);
}

/** The folder that a path stands for, absolute: of a registry's or a skill's file, the folder around it. */
async function meantFolder(path: string, cwd: string): Promise<string> {
  const picked = resolve(cwd, path);
  const stats = await fs.stat(picked).catch(() => undefined);
  const isFile = stats?.isFile() === true && ['skill.json', 'index.json'].includes(basename(picked));
  return isFile ? dirname(picked) : picked;
}

/**
 * The error about a folder that is no registry: where one may be begun there, or elsewhere, with the way to.
 *
 * @param folder absolute
 */
export function noRegistry(
  folder: string,
  { reason, instead, isOther }: { readonly reason: string } & WhyNone,
): CliError {
  if (isOther) return new NothingThere(reason);
  // Within a registry none is begun: a skill's folder was meant, or a file. Nor by a name that nobody could type.
  const isFree =
    extname(folder) === '' &&
    printable(folder) === folder &&
    findRegistryAround(dirname(folder)) === undefined;
  return instead === 'nothing' && isFree
    ? new NothingThere(reason, folder)
    : new CliError(EXIT_CODES.noRegistry, reason);
}
