import type { Command } from 'commander';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { printable } from '../../contract/words/printable.ts';
import { WriteRefused } from '../../platform/guarded-path.ts';
import { findRegistryAround } from '../../registry/find-registry-near.ts';
import { joinRelative } from '../../registry/model/relative-path.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import { indexObstacle } from '../../registry/write/build-index.ts';
import { removeSkill } from '../../registry/write/remove-skill.ts';
import { didYouMean, keyNamed, nearKeys } from '../../search/keyword-search/near-keys.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { locateOrFail } from '../target/locate-or-fail.ts';
import { count } from '../text/count.ts';

interface RemoveOptions {
  readonly registry?: string;
  readonly yes: boolean;
}

export function registerRemove(program: Command, io: CliIo): void {
  program
    .command('remove')
    .description('delete a skill from a registry folder, and the entry from index.json')
    .argument('<key>', 'language/author/name; the name is enough if unique, but not with --yes')
    .option(
      '-r, --registry <folder>',
      'registry folder; default, in this order: SKILLS_REGISTRY, registry at or above the current folder',
    )
    .option('-y, --yes', 'delete without asking', false)
    .action((key: string, options: RemoveOptions) => remove(key, options, io));
}

async function remove(named: string, options: RemoveOptions, io: CliIo): Promise<void> {
  const location = await findRegistry(options, io);
  const { key, folder, files } = findSkill(named, location);
  if (options.yes && key !== named)
    throw new CliError(EXIT_CODES.usage, `Nothing was removed: --yes goes with the whole key, ${key}.`);
  const what = `${key} from ${location.root}: the folder ${folder} with ${count(files, 'file')}`;
  if (!options.yes) await agree(what, io);
  const below = location.skillsFolder === '' ? folder : folder.slice(location.skillsFolder.length + 1);
  try {
    await removeSkill(location, { folder, names: new Set([key, below]) });
  } catch (error) {
    throw new CliError(EXIT_CODES.failed, describeFailure(error), { cause: error });
  }
  io.out(printable(`Removed ${what}.`));
  for (const line of describeRest(key, location)) io.out(printable(line));
}

/** Named or surrounding registry; never the sample or a registry below. */
async function findRegistry({ registry }: RemoveOptions, { env, cwd }: CliIo): Promise<RegistryLocation> {
  const path = registry ?? registryOfEnvironment({ env }) ?? findRegistryAround(cwd);
  if (path === undefined)
    throw new CliError(
      EXIT_CODES.noRegistry,
      `There is no registry in ${cwd} or above it. Name one with -r.`,
    );
  const location = await locateOrFail(path, cwd);
  if (location.layout === 'skill' || location.layout === 'library')
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${location.root} is one library’s own. Delete its folder where you don't want it any more.`,
    );
  return location;
}

interface SkillFiles {
  readonly key: string;
  /** Relative to the root. */
  readonly folder: string;
  /** Known files; others are deleted, too. */
  readonly files: number;
}

/** Served or broken. Throws `CliError`. */
function findSkill(named: string, location: RegistryLocation): SkillFiles {
  const { contents, skills } = readRegistry(location);
  const keys = [...skills.keys()];
  const key = keyNamed(keys, named) ?? named;
  const own = joinRelative(location.skillsFolder, key);
  const skill = skills.get(key) ?? contents.folders.get(own);
  if (skill === undefined) {
    const advice = didYouMean(nearKeys(keys, named));
    throw new CliError(EXIT_CODES.failed, `Skill '${named}' not found in ${location.root}.${advice}`);
  }
  const inner = [...contents.folders.keys()].find((path) => path.startsWith(`${skill.folder}/`));
  if (inner !== undefined)
    throw new CliError(
      EXIT_CODES.failed,
      `${inner} is a skill of its own inside of ${skill.folder}. Move it out first.`,
    );
  return { key, folder: skill.folder, files: skill.files.size + 1 };
}

/** Same key elsewhere, or outdated index.json. */
function describeRest(key: string, location: RegistryLocation): readonly string[] {
  const { contents, skills } = readRegistry(location);
  const next = skills.get(key);
  const obstacle = indexObstacle(contents.indexFile);
  return [
    ...(next === undefined ? [] : [`${next.folder} has the same key and is served in its place now.`]),
    ...(obstacle === undefined ? [] : [`index.json is left as it is: ${obstacle}`]),
  ];
}

async function agree(what: string, io: CliIo): Promise<void> {
  const answer = await io.ask(`Remove ${printable(what)}? [y/N] `);
  if (answer === undefined)
    throw new CliError(
      EXIT_CODES.usage,
      'There is nobody to ask. Give the whole key and --yes to remove the skill without asking.',
    );
  if (/^y(?:es)?$/i.test(answer.trim())) return;
  const isNo = /^(?:no?)?$/i.test(answer.trim());
  throw new CliError(EXIT_CODES.failed, `${isNo ? '' : 'The answer is y or n. '}Nothing was removed.`);
}

function describeFailure(error: unknown): string {
  if (error instanceof WriteRefused) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'Nothing was removed: the folder is gone.';
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || code === 'EBUSY')
    return `The skill could not be removed: the registry may not be written to (${code}).`;
  return `The skill could not be removed: ${code ?? message}.`;
}
