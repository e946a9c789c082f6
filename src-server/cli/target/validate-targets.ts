import { promises as fs } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { printable } from '../../contract/words/printable.ts';
import { findRegistryAround, findRegistryNear } from '../../registry/find-registry-near.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import { codeOf } from '../../registry/worker/disk.ts';
import { RULES_FILE } from '../../validation/registry-rules.ts';
import { CliError, type CliIo, NothingThere } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { locateOrFail, noRegistry } from './locate-or-fail.ts';
import { refuseBelow, requireExplicitTarget } from './refuse-below.ts';

export interface ValidateTarget {
  readonly location: RegistryLocation;
  /** Of the surrounding registry, if any. */
  readonly rulesRoot: string;
  /** Relative to the root; default: all. */
  readonly only?: ReadonlySet<string>;
}

/**
 * Unique. Default: `SKILLS_REGISTRY`, or the registry at, right above or right below the working directory.
 * Throws `CliError` for invalid paths.
 *
 * @param toWrite refuses registries below a path
 */
export async function validateTargets(
  paths: readonly string[],
  io: Pick<CliIo, 'cwd' | 'env' | 'err'>,
  toWrite: boolean,
): Promise<readonly ValidateTarget[]> {
  const wanted = paths.length > 0 ? paths : [defaultPath(io, toWrite)];
  const targets = new Map<string, ValidateTarget>();
  for (const path of wanted) {
    const target = await targetOf(path, io.cwd);
    if (toWrite) requireExplicitTarget(target.location, path, FIX_WORDS, io);
    const { root } = target.location;
    targets.set(root, merge(targets.get(root), target));
  }
  return [...targets.values()];
}

function merge(known: ValidateTarget | undefined, target: ValidateTarget): ValidateTarget {
  if (known === undefined || target.only === undefined) return target;
  return known.only === undefined ? known : { ...target, only: new Set([...known.only, ...target.only]) };
}

const FIX_WORDS = ['validate', '--fix'] as const;

function defaultPath(io: Pick<CliIo, 'cwd' | 'env' | 'err'>, toWrite: boolean): string {
  const { cwd, env, err } = io;
  const named = registryOfEnvironment({ env });
  if (named !== undefined) {
    err(`Checking ${printable(named)}, named by SKILLS_REGISTRY.`);
    return named;
  }
  const near = findRegistryNear(cwd);
  // With several below, `locateOrFail` lists them.
  if (near === undefined || near.where === 'here' || near.folders.length > 1) return '.';
  if (toWrite && near.where === 'below') throw refuseBelow(cwd, near.folders, FIX_WORDS, io);
  const [folder] = near.folders;
  err(`Checking ${printable(folder)}, the nearest registry ${near.where} the current folder.`);
  return folder;
}

/** Stand for their folder. */
const FOLDER_FILES: readonly string[] = ['skill.json', 'index.json', RULES_FILE];

async function targetOf(path: string, cwd: string): Promise<ValidateTarget> {
  const picked = resolve(cwd, path);
  const stats = await fs.stat(picked).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') refuseMissing(picked);
    return undefined;
  });
  if (stats?.isFile() !== true || FOLDER_FILES.includes(basename(picked)))
    return withRules(await locateOrFail(basename(picked) === RULES_FILE ? dirname(picked) : picked, cwd));
  const folder = await skillAround(dirname(picked));
  if (folder === undefined)
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${printable(path)} belongs to no skill: there is no skill.json beside it or above.`,
    );
  const location = await locateOrFail(folder, cwd);
  const file = relative(location.root, join(await fs.realpath(dirname(picked)), basename(picked)));
  return { ...withRules(location), only: new Set([file.split(sep).join('/')]) };
}

/** Allows places for a new registry. */
function refuseMissing(picked: string): void {
  const reason = `There is no file or folder ${picked}.`;
  const error = noRegistry(picked, { reason, instead: 'nothing' });
  if (!(error instanceof NothingThere)) throw error;
}

function withRules(location: RegistryLocation): ValidateTarget {
  const { root, layout } = location;
  return { location, rulesRoot: layout === 'skill' ? (findRegistryAround(root) ?? root) : root };
}

async function skillAround(folder: string): Promise<string | undefined> {
  for (let here = folder; ; here = dirname(here)) {
    const stats = await fs.stat(join(here, 'skill.json')).catch(() => undefined);
    if (stats?.isFile() === true) return here;
    if (dirname(here) === here) return undefined;
  }
}
