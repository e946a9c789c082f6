import { resolve } from 'node:path';
import { isInside } from '../registry/paths.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import { disk } from '../registry/worker/disk.ts';
import { CliError, type CliIo } from './cli-io.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { cliLine } from './own-command.ts';

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

/** Throws `CliError` if both are given. */
export function namedOnce(argument: string | undefined, option: string | undefined): string | undefined {
  if (argument !== undefined && option !== undefined)
    throw new CliError(EXIT_CODES.usage, 'Name the folder once: with -r, or without.');
  return argument ?? option;
}
