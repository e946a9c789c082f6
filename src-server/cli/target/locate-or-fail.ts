import { promises as fs } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { printable } from '../../contract/words/printable.ts';
import { findRegistryAround } from '../../registry/find-registry-near.ts';
import { locateRegistry, type WhyNone } from '../../registry/locate-registry.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import { CliError, NothingThere } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/**
 * Accepts folders like the service, `.skills`, skill.json, index.json. Throws `CliError` without registry.
 */
export async function locateOrFail(path: string, cwd: string): Promise<RegistryLocation> {
  return (await locateNamed(path, cwd)).location;
}

export interface NamedRegistry {
  readonly named: string;
  /** At, right above or right below the folder. */
  readonly location: RegistryLocation;
}

export async function locateNamed(path: string, cwd: string): Promise<NamedRegistry> {
  const named = await namedFolder(path, cwd);
  const located = locateRegistry(named);
  if (located.ok) return { named, location: located.location };
  throw noRegistry(named, located);
}

/** Files: their folder. */
async function namedFolder(path: string, cwd: string): Promise<string> {
  const picked = resolve(cwd, path);
  const stats = await fs.stat(picked).catch(() => undefined);
  const isFile = stats?.isFile() === true && ['skill.json', 'index.json'].includes(basename(picked));
  return isFile ? dirname(picked) : picked;
}

/**
 * Advises how to create a registry, if possible.
 *
 * @param folder absolute
 */
export function noRegistry(
  folder: string,
  { reason, instead, isOther }: { readonly reason: string } & WhyNone,
): CliError {
  if (isOther) return new NothingThere(reason);
  // Inside of a registry, the user meant a skill or file. Unprintable names are no suggestion.
  const isFree =
    extname(folder) === '' &&
    printable(folder) === folder &&
    findRegistryAround(dirname(folder)) === undefined;
  return instead === 'nothing' && isFree
    ? new NothingThere(reason, folder)
    : new CliError(EXIT_CODES.noRegistry, reason);
}
