import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { printable } from '../../contract/words/printable.ts';
import type { CliIo } from '../cli-io.ts';
import { locateNamed, type NamedRegistry } from './locate-or-fail.ts';
import { takenInstead } from './taken-instead.ts';

/** The registry that is named, by an option or else by `SKILLS_REGISTRY`. Throws `CliError` where it is none. */
export async function namedRegistry(
  option: string | undefined,
  { env, cwd }: Pick<CliIo, 'env' | 'cwd'>,
): Promise<NamedRegistry | undefined> {
  const path = option ?? registryOfEnvironment({ env });
  return path === undefined ? undefined : locateNamed(path, cwd);
}

/** Says so where another folder than the named one is taken. */
export async function sayTaken({ meant, location }: NamedRegistry, io: Pick<CliIo, 'err'>): Promise<void> {
  const instead = await takenInstead(meant, location.root);
  if (instead !== undefined) io.err(printable(instead));
}
