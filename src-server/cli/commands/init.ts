import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../contract/api.ts';
import type { CliIo } from '../cli-io.ts';
import { PACKAGE_FILES } from '../init/library-facts.ts';
import { type NamedSkill, startSkill } from '../init/start-skill.ts';

/** `skills-registry init`: a folder to start a new skill in. */
export function registerInit(program: Command, io: CliIo): void {
  program
    .command('init')
    .description(
      "start a skill: in .skills/ of a library's repository, in a folder, or in a registry (-r, or the one you stand in)",
    )
    .argument('[folder]', 'where to put it; default: the registry you stand in, else .skills here')
    .option('-r, --registry <folder>', 'put it into this registry, under its key')
    .option('--library <folder>', 'where the library is, to read about it; default: here')
    .option('--repo <author/name>', 'the library’s repository')
    .option('--name <name>', 'the library’s name')
    .addOption(new Option('--language <language>', 'its language').choices(LANGUAGES))
    .option('--library-version <version>', 'its version')
    .addHelpText(
      'after',
      `\nWhat is not named is read from ${PACKAGE_FILES.join(', ')} or git's settings, where there are any.`,
    )
    .action((folder: string | undefined, options: NamedSkill) => startSkill(folder, options, io));
}
