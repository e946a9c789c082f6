import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { printable } from '../../contract/words/printable.ts';
import type { CliIo } from '../cli-io.ts';
import { namedFolder } from './added-registry.ts';
import { locateNamed, type NamedRegistry } from './locate-or-fail.ts';
import { substitutionNotice } from './substitution-notice.ts';

/** Throws `CliError` if the named folder is no registry. */
export async function namedRegistry(
  option: string | undefined,
  { env, cwd }: Pick<CliIo, 'env' | 'cwd'>,
): Promise<NamedRegistry | undefined> {
  const path = option ?? registryOfEnvironment({ env });
  return path === undefined ? undefined : locateNamed(await namedFolder(path, { env, cwd }), cwd);
}

/** Notes if another folder is used than named. */
export async function reportSubstitution(
  { named, location }: NamedRegistry,
  io: Pick<CliIo, 'err'>,
): Promise<void> {
  const instead = await substitutionNotice(named, location.root);
  if (instead !== undefined) io.err(printable(instead));
}
