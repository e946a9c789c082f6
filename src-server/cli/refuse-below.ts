import { resolve } from 'node:path';
import { findRegistryNear } from '../registry/find-registry-near.ts';
import { isInside } from '../registry/paths.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import { disk } from '../registry/worker/disk.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES } from './cli-io.ts';
import { locateOrFail } from './named-registry.ts';

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
  if (!isInside(root, named)) throw refuseBelow(named, [root], words, io);
}

export function refuseBelow(
  folder: string,
  [first = folder, ...others]: readonly string[],
  words: readonly string[],
  io: Pick<CliIo, 'cwd' | 'env'>,
): CliError {
  const where = `${folder} is no registry, but holds ${others.length === 0 ? 'one' : 'some'}`;
  return new CliError(EXIT_CODES.noRegistry, `${where}. Name it: ${cliLine([...words, first], io)}`);
}

/** At or above the current folder, or named; never below, never one library's own. Throws `CliError`. */
export async function registryToWrite(
  named: string | undefined,
  words: readonly string[],
  io: CliIo,
): Promise<RegistryLocation> {
  const { cwd } = io;
  const near = named === undefined ? findRegistryNear(cwd) : undefined;
  if (near?.where === 'below') throw refuseBelow(cwd, near.folders, words, io);
  const picked = named ?? near?.folders[0];
  if (picked === undefined)
    throw new CliError(
      EXIT_CODES.noRegistry,
      `There is no registry in ${cwd} or above it. Name one with -r.`,
    );
  const location = await locateOrFail(picked, cwd);
  requireExplicitTarget(location, picked, words, io);
  if (location.layout === 'skill' || location.layout === 'library')
    throw new CliError(EXIT_CODES.noRegistry, `${location.root} is one library’s own, and no registry.`);
  return location;
}

/** Throws `CliError` if both are given. */
export function namedOnce(argument: string | undefined, option: string | undefined): string | undefined {
  if (argument !== undefined && option !== undefined)
    throw new CliError(EXIT_CODES.usage, 'Name the folder once: with -r, or without.');
  return argument ?? option;
}
