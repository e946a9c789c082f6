import { registryOfEnvironment } from '../../connect/registry-option.ts';
import type { LayerChoice, LayerId } from '../../contract/service/layer-choice.ts';
import { printable } from '../../contract/words/printable.ts';
import type { CliIo } from '../cli-io.ts';
import { layerChoice, namedFolder } from './added-registry.ts';
import { locateNamed, type NamedRegistry } from './locate-or-fail.ts';
import { substitutionNotice } from './substitution-notice.ts';

/** Throws `CliError` for other folders. */
export async function namedRegistry(
  option: string | undefined,
  { env, cwd }: Pick<CliIo, 'env' | 'cwd'>,
): Promise<NamedRegistry | undefined> {
  const path = option ?? registryOfEnvironment({ env });
  return path === undefined ? undefined : locateNamed(await namedFolder(path, { env, cwd }), cwd);
}

export interface NamedLayer {
  readonly registry: NamedRegistry;
  readonly choice: LayerChoice;
  readonly id: LayerId;
}

/** Throws `CliError` for other names. */
export async function namedLayer(name: string, io: Pick<CliIo, 'env' | 'cwd'>): Promise<NamedLayer> {
  const registry = await locateNamed(await namedFolder(name, io), io.cwd);
  const choice = layerChoice(name, io);
  if ('added' in choice) return { registry, choice, id: choice.added };
  const { root } = registry.location;
  return { registry, choice: { folder: root }, id: root };
}

/** If another folder is used than named. */
export async function reportSubstitution(
  { named, location }: NamedRegistry,
  io: Pick<CliIo, 'err'>,
): Promise<void> {
  const instead = await substitutionNotice(named, location.root);
  if (instead !== undefined) io.err(printable(instead));
}
