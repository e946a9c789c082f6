import { basename } from 'node:path';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import type { LayerChoice } from '../../contract/service/layer-choice.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import { findRegistryNear } from '../../registry/find-registry-near.ts';
import { CliError } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { layerChoice, namedFolder } from './added-registry.ts';

export interface ChosenRegistry {
  readonly path: string;
  /** Default: `path` alone. */
  readonly layers?: readonly LayerChoice[];
  /** Reason, for people. Absent for `-r`. */
  readonly why?: string;
  /** Not chosen: added registries, sample. */
  readonly isFallback?: true;
}

/** By precedence. */
export interface RegistrySources {
  /** Each `-r`. */
  readonly options: readonly string[] | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly sample: string;
  /** Folder of the uppermost registry added by address. */
  readonly added: () => Promise<string | undefined>;
}

const WHY = {
  here: 'the current folder',
  above: 'the nearest registry above the current folder',
  below: 'the registry right below the current folder',
} as const;

/** Of `-r`. */
export const REGISTRIES =
  'registry: folder, or name of an added registry (repeatable, the upper first); default: see the main help';

/** `-r`, else `SKILLS_REGISTRY` (folders or added registries), else `chooseUnnamed`. */
export async function chooseRegistry(sources: RegistrySources): Promise<ChosenRegistry> {
  const { options = [], env } = sources;
  if (options.length > 0) return namedLayers(options, sources);
  const named = registryOfEnvironment({ env });
  if (named !== undefined)
    return { ...(await namedLayers([named], sources)), why: 'named by SKILLS_REGISTRY' };
  return chooseUnnamed(sources);
}

/** Each `-r`, else `SKILLS_REGISTRY`. */
export function askedRegistryNames(
  options: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  const named = registryOfEnvironment({ env });
  return options ?? (named === undefined ? [] : [named]);
}

/** Single folders have no layers. */
export async function namedLayers(
  names: readonly string[],
  io: Pick<RegistrySources, 'env' | 'cwd'>,
): Promise<ChosenRegistry> {
  const path = await namedFolder(names[0] ?? '', io);
  const layers = names.map((name) => layerChoice(name, io));
  return layers.length === 1 && layers.every((choice) => 'folder' in choice) ? { path } : { path, layers };
}

/**
 * Precedence: current folder, nearest registry above, registry right below, added registries, sample. Throws
 * `CliError` if several are below.
 */
export async function chooseUnnamed({
  cwd,
  sample,
  added,
}: Pick<RegistrySources, 'cwd' | 'sample' | 'added'>): Promise<ChosenRegistry> {
  const near = findRegistryNear(cwd);
  if (near !== undefined && near.folders.length > 1)
    throw new CliError(EXIT_CODES.noRegistry, describeChoice(cwd, near.folders));
  if (near !== undefined) return { path: near.folders[0], why: WHY[near.where] };
  const first = await added();
  const layers = [{ allAdded: true }] as const;
  if (first !== undefined) return { path: first, layers, why: 'your added registries', isFallback: true };
  const why = 'the sample, since no registry was named with -r or SKILLS_REGISTRY';
  return { path: sample, layers, why, isFallback: true };
}

/** Others are counted. */
const NAMED = 10;

function describeChoice(cwd: string, folders: readonly string[]): string {
  const names = folders.map((folder) => printable(basename(folder)));
  return `${cwd} holds ${countWords(folders.length, 'registry', 'registries')}: ${listWords(names, NAMED)}. Name one with -r.`;
}
