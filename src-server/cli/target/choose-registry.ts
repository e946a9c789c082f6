import { basename, resolve } from 'node:path';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import { findRegistryNear } from '../../registry/disk/find-registry-near.ts';
import { CliError } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/** Which registry a command works on, and why that one. */
export interface ChosenRegistry {
  /** Absolute. */
  readonly path: string;
  /** For the line that says which one; absent where the user named it as an option. */
  readonly why?: string;
  /** Whether it is the sample, for want of another. */
  readonly isFallback?: true;
}

/** What may name a registry, the first that does. */
export interface RegistrySources {
  /** `-r` */
  readonly option: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly sample: string;
}

const WHY = {
  here: 'the current folder',
  above: 'the nearest registry above the current folder',
  below: 'the registry right below the current folder',
} as const;

/**
 * The one order in which commands choose a registry. A command that works on a registry's files asks no service, so it
 * leaves out the two in the middle.
 */
const ORDER = {
  first: 'the registry; default: SKILLS_REGISTRY',
  services: ', else what a running service serves, else the remembered one',
  last: ', else the one you stand in, right above or below, else the sample',
} as const;

/** Help of `-r`, of commands that ask a service. */
export const REGISTRY_TO_ASK = `${ORDER.first}${ORDER.services}${ORDER.last}`;
/** Help of `-r`, of commands that work on a registry's files. */
export const REGISTRY_TO_OPEN = `${ORDER.first}${ORDER.last}`;

/** `-r`, else `SKILLS_REGISTRY`, else as `chooseUnnamed`. */
export function chooseRegistry({ option, env, cwd, sample }: RegistrySources): ChosenRegistry {
  if (option !== undefined) return { path: resolve(cwd, option) };
  const named = registryOfEnvironment({ env });
  if (named !== undefined) return { path: resolve(cwd, named), why: 'named by SKILLS_REGISTRY' };
  return chooseUnnamed(cwd, sample);
}

/**
 * The current folder or the nearest one above that is a registry, else the one right below, else the sample. Throws
 * `CliError` if several are below.
 */
export function chooseUnnamed(cwd: string, sample: string): ChosenRegistry {
  const near = findRegistryNear(cwd);
  const why = 'the sample, since no registry was named with -r or SKILLS_REGISTRY';
  if (near === undefined) return { path: sample, why, isFallback: true };
  if (near.folders.length > 1) throw new CliError(EXIT_CODES.noRegistry, describeChoice(cwd, near.folders));
  return { path: near.folders[0], why: WHY[near.where] };
}

/** More registries than this are counted. */
const NAMED = 10;

function describeChoice(cwd: string, folders: readonly string[]): string {
  const names = folders.map((folder) => printable(basename(folder)));
  return `${cwd} holds ${countWords(folders.length, 'registry', 'registries')}: ${listWords(names, NAMED)}. Name one with -r.`;
}
