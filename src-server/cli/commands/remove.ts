import type { Command } from 'commander';
import { registryOfEnvironment } from '../../connect/registry-option.ts';
import { printable } from '../../contract/outside-text.ts';
import { countWords } from '../../contract/words.ts';
import { indexObstacle } from '../../registry/build-index.ts';
import { joinRelative } from '../../registry/keys.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import { removeSkill, writeFailure } from '../../registry/store-submission.ts';
import { didYouMean, keyNamed, nearKeys } from '../../search/near-keys.ts';
import { agrees, CliError, type CliIo, EXIT_CODES, examples, refuseUnasked } from '../cli-io.ts';
import { registryToWrite } from '../named-registry.ts';

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
  });
}

async function remove(wanted: string, { registry, yes }: RemoveOptions, io: CliIo): Promise<void> {
  const named = registry ?? registryOfEnvironment({ env: io.env });
  const location = await registryToWrite(named, ['remove', wanted, '-r'], io);
  const { root, skillsFolder } = location;
  const { contents, skills } = readRegistry(location);
  const key = keyNamed([...skills.keys()], wanted) ?? wanted;
  // Served or broken.
  const skill = skills.get(key) ?? contents.folders.get(joinRelative(skillsFolder, key));
  if (skill === undefined) {
    const advice = didYouMean(nearKeys([...skills.keys()], wanted));
    throw new CliError(EXIT_CODES.failed, `Skill '${wanted}' not found in ${root}.${advice}`);
  }
  const { folder } = skill;
  const inner = [...contents.folders.keys()].find((path) => path.startsWith(`${folder}/`));
  if (inner !== undefined)
    throw new CliError(
      EXIT_CODES.failed,
      `${inner} is a skill of its own inside of ${folder}. Move it out first.`,
    );
  if (yes && key !== wanted)
    throw new CliError(EXIT_CODES.usage, `Nothing was removed: --yes goes with the whole key, ${key}.`);
  const what = `${key} from ${root}: the folder ${folder} with ${countWords(skill.files.size + 1, 'file')}`;
  const answer = yes || (await agrees(`Remove ${printable(what)}?`, io));
  if (answer !== true) refuseUnasked(answer, 'Nothing was removed');
  const below = skillsFolder === '' ? folder : folder.slice(skillsFolder.length + 1);
  await removeSkill(location, { folder, names: new Set([key, below]) }).catch((error: unknown) => {
    const message = `The skill could not be removed: ${writeFailure(error)}`;
    throw new CliError(EXIT_CODES.failed, message, { cause: error });
  });
  io.out(printable(`Removed ${what}.`));
  const obstacle = indexObstacle(contents.indexFile);
  if (obstacle !== undefined) io.out(printable(`index.json is left as it is: ${obstacle}`));
}
