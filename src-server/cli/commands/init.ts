import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../contract/api/api.ts';
import { locateRegistry } from '../../registry/locate-registry.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { PACKAGE_FILES } from '../init/library-facts.ts';
import { REGISTRY_PROFILES, type RegistryProfile } from '../init/scaffold-registry.ts';
import { startRegistry } from '../init/start-registry.ts';
import { type NewSkillNames, startSkill } from '../init/start-skill.ts';
import { cliLine } from '../own-command.ts';

interface InitOptions extends NewSkillNames {
  readonly profile?: RegistryProfile;
}

export function registerInit(program: Command, io: CliIo): void {
  program
    .command('init')
    .description(
      "start a skill: in the registry of -r or of the current folder, in .skills/ of a library's repository, or in a folder; or start a registry (-r with a new folder)",
    )
    .argument(
      '[folder]',
      'folder of the skill, or the key (language/author/name) in the registry; default, in this order: registry of the current folder, .skills here',
    )
    .option(
      '-r, --registry <folder>',
      'registry of the new skill; starts a registry in a new or empty folder',
    )
    .addOption(
      new Option(
        '--profile <whom>',
        'readers of a new registry; default: asks, without a terminal private',
      ).choices(REGISTRY_PROFILES),
    )
    .option('--library <folder>', 'folder of the library’s sources; default: the current folder')
    .option('--repo <author/name>', 'the library’s repository')
    .option('--name <name>', 'the library’s name')
    .addOption(new Option('--language <language>', 'language of the library').choices(LANGUAGES))
    .option('--library-version <version>', 'version of the library')
    .option('--small', 'only the three required files: overview.md, pitfalls.md, safety.md')
    .addHelpText(
      'after',
      `\nFacts without an option are read from ${PACKAGE_FILES.join(', ')} or git's settings.`,
    )
    .action((folder: string | undefined, options: InitOptions) => init(folder, options, io));
}

async function init(folder: string | undefined, options: InitOptions, io: CliIo): Promise<void> {
  const { registry, profile, ...named } = options;
  if (registry !== undefined && isToBegin(resolve(io.cwd, registry))) {
    if (folder === undefined && Object.keys(named).length === 0) return startRegistry(registry, profile, io);
    const begin = cliLine(['init', '--registry', registry], io);
    throw new CliError(
      EXIT_CODES.noRegistry,
      `There is no registry in ${resolve(io.cwd, registry)} yet. Begin it first: ${begin}`,
    );
  }
  if (profile !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      '--profile is for a new registry; rules.json has that of an old one.',
    );
  return startSkill(folder, options, io);
}

/** Neither registry nor similar. */
function isToBegin(folder: string): boolean {
  if (basename(folder) === '.skills') return false;
  const located = locateRegistry(folder);
  return !located.ok && located.candidates.length === 0 && located.instead !== 'file';
}
