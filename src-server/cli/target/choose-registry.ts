import { basename } from 'node:path';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import { findRegistryNear } from '../../registry/disk/find-registry-near.ts';
import { CliError } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { namedFolder } from './added-registry.ts';

/** The registry of a command, and the reason for the choice. */
export interface ChosenRegistry {
  /** Absolute. */
  readonly path: string;
  /** Reason, for the line that names the registry. Absent if `-r` named the registry. */
  readonly why?: string;
  /** True for the sample, used if there is no other registry. */
  readonly isFallback?: true;
}

/** Sources of a registry's path, in order of precedence. */
export interface RegistrySources {
  /** `-r` */
  readonly option: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly sample: string;
  /** Folder of the uppermost registry that was added by its address. */
  readonly added: () => Promise<string | undefined>;
}

const WHY = {
  here: 'the current folder',
  above: 'the nearest registry above the current folder',
  below: 'the registry right below the current folder',
} as const;

/**
 * Order in which commands choose a registry. Commands that work on a registry's files ask no service and skip
 * `services`.
 */
const ORDER = {
  first: 'registry: folder, or name of an added registry; default, in this order: SKILLS_REGISTRY, ',
  services: 'running service, remembered registry, ',
  last: 'registry at, above or right below the current folder, first added registry, sample',
} as const;

/** Help of `-r`, of commands that ask a service. */
export const REGISTRY_TO_ASK = `${ORDER.first}${ORDER.services}${ORDER.last}`;
/** Help of `-r`, of commands that work on a registry's files. */
export const REGISTRY_TO_OPEN = `${ORDER.first}${ORDER.last}`;

/** Precedence: `-r`, `SKILLS_REGISTRY`, `chooseUnnamed`. Both name a folder or an added registry. */
export async function chooseRegistry(sources: RegistrySources): Promise<ChosenRegistry> {
  const { option, env } = sources;
  if (option !== undefined) return { path: await namedFolder(option, sources) };
  const named = registryOfEnvironment({ env });
  if (named !== undefined)
    return { path: await namedFolder(named, sources), why: 'named by SKILLS_REGISTRY' };
  return chooseUnnamed(sources);
}

/**
 * Precedence: the current folder, the nearest registry above, the registry right below, the first added one, the sample.
 * Throws `CliError` if several registries are below.
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
  if (first !== undefined) return { path: first, why: 'the first of your added registries' };
  const why = 'the sample, since no registry was named with -r or SKILLS_REGISTRY';
  return { path: sample, why, isFallback: true };
}

/** Most registries that a message names; the rest are counted. */
const NAMED = 10;

function describeChoice(cwd: string, folders: readonly string[]): string {
  const names = folders.map((folder) => printable(basename(folder)));
  return `${cwd} holds ${countWords(folders.length, 'registry', 'registries')}: ${listWords(names, NAMED)}. Name one with -r.`;
}
