import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../contract/api/api.ts';
import { locateRegistry } from '../../registry/disk/locate-registry.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { PACKAGE_FILES } from '../init/library-facts.ts';
import { REGISTRY_PROFILES, type RegistryProfile } from '../init/scaffold-registry.ts';
import { startRegistry } from '../init/start-registry.ts';
import { type NamedSkill, startSkill } from '../init/start-skill.ts';
import { ownLine } from '../own-command.ts';

interface InitOptions extends NamedSkill {
  readonly profile?: RegistryProfile;
}

/** `skills-registry init`: a folder to start a new skill in, or a new registry. */
export function registerInit(program: Command, io: CliIo): void {
  program
    .command('init')
    .description(
      "start a skill: in the registry you stand in or name (-r), in .skills/ of a library's repository, or in a folder; or begin a registry (-r with a new folder)",
    )
    .argument(
      '[folder]',
      'where to put it, or its key (language/author/name) in the registry; default: the registry you stand in, else .skills here',
    )
    .option(
      '-r, --registry <folder>',
      'put it into this registry, under its key; begins a registry in a folder that is new or empty',
    )
    .addOption(
      new Option(
        '--profile <whom>',
        'with a new registry: whom it is for; default: asks, else private',
      ).choices(REGISTRY_PROFILES),
    )
    .option('--library <folder>', 'where the library is, to read about it; default: here')
    .option('--repo <author/name>', 'the library’s repository')
    .option('--name <name>', 'the library’s name')
    .addOption(new Option('--language <language>', 'its language').choices(LANGUAGES))
    .option('--library-version <version>', 'its version')
    .option('--small', 'only the three required files: overview.md, pitfalls.md, safety.md')
    .addHelpText(
      'after',
      `\nWhat is not named is read from ${PACKAGE_FILES.join(', ')} or git's settings, where there are any.`,
    )
    .action((folder: string | undefined, options: InitOptions) => init(folder, options, io));
}

async function init(folder: string | undefined, options: InitOptions, io: CliIo): Promise<void> {
  const { registry, profile, ...named } = options;
  if (registry !== undefined && isToBegin(resolve(io.cwd, registry))) {
    if (folder === undefined && Object.keys(named).length === 0) return startRegistry(registry, profile, io);
    const begin = ownLine(['init', '--registry', registry], io);
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

/** Whether a folder that was named is neither a registry nor anything like one. */
function isToBegin(folder: string): boolean {
  if (basename(folder) === '.skills') return false;
  const located = locateRegistry(folder);
  return !located.ok && located.candidates.length === 0 && located.instead !== 'file';
}
