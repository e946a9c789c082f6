import type { Command } from 'commander';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { printable } from '../../contract/words/printable.ts';
import { findRegistryAround } from '../../registry/find-registry-near.ts';
import { joinRelative } from '../../registry/paths.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import { indexObstacle } from '../../registry/write/build-index.ts';
import { removeSkill, writeFailure } from '../../registry/write/store-submission.ts';
import { didYouMean, keyNamed, nearKeys } from '../../search/keyword-search/near-keys.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { locateOrFail } from '../named-registry.ts';
import { count } from '../text/count.ts';

interface RemoveOptions {
  readonly registry?: string;
  readonly yes: boolean;
}

export function registerRemove(program: Command, io: CliIo): void {
  const command = program
    .command('remove')
    .description('delete a skill from a registry folder, and the entry from index.json')
    .argument('<key>', 'language/author/name; the name is enough if unique, but not with --yes')
    .option(
      '-r, --registry <folder>',
      'registry folder; default, in this order: SKILLS_REGISTRY, registry at or above the current folder',
    )
    .option('-y, --yes', 'delete without asking', false)
    .action((key: string, options: RemoveOptions) => remove(key, options, io));
  examples(command, io, {
    'Delete a skill, after a question': ['remove', 'cpp/gabime/spdlog', '-r', 'my-registry'],
    'In a script': ['remove', '--yes', 'cpp/gabime/spdlog', '-r', 'my-registry'],
  });
}

async function remove(named: string, options: RemoveOptions, io: CliIo): Promise<void> {
  const location = await findRegistry(options, io);
  const { root, skillsFolder } = location;
  const { contents, skills } = readRegistry(location);
  const key = keyNamed([...skills.keys()], named) ?? named;
  // Served or broken.
  const skill = skills.get(key) ?? contents.folders.get(joinRelative(skillsFolder, key));
  if (skill === undefined) {
    const advice = didYouMean(nearKeys([...skills.keys()], named));
    throw new CliError(EXIT_CODES.failed, `Skill '${named}' not found in ${root}.${advice}`);
  }
  const { folder } = skill;
  const inner = [...contents.folders.keys()].find((path) => path.startsWith(`${folder}/`));
  if (inner !== undefined)
    throw new CliError(
      EXIT_CODES.failed,
      `${inner} is a skill of its own inside of ${folder}. Move it out first.`,
    );
  if (options.yes && key !== named)
    throw new CliError(EXIT_CODES.usage, `Nothing was removed: --yes goes with the whole key, ${key}.`);
  const what = `${key} from ${root}: the folder ${folder} with ${count(skill.files.size + 1, 'file')}`;
  if (!options.yes) await agree(what, io);
  const below = skillsFolder === '' ? folder : folder.slice(skillsFolder.length + 1);
  await removeSkill(location, { folder, names: new Set([key, below]) }).catch((error: unknown) => {
    const message = `The skill could not be removed: ${writeFailure(error)}`;
    throw new CliError(EXIT_CODES.failed, message, { cause: error });
  });
  io.out(printable(`Removed ${what}.`));
  const obstacle = indexObstacle(contents.indexFile);
  if (obstacle !== undefined) io.out(printable(`index.json is left as it is: ${obstacle}`));
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

async function agree(what: string, io: CliIo): Promise<void> {
  const answer = await io.ask(`Remove ${printable(what)}? [y/N] `);
  if (answer === undefined)
    throw new CliError(
      EXIT_CODES.usage,
      'There is nobody to ask. Give the whole key and --yes to remove the skill without asking.',
    );
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CliError(EXIT_CODES.failed, 'Nothing was removed.');
}
