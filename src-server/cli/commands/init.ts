import { promises as fs } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { LANGUAGES, type Language } from '../../contract/api.ts';
import { parseSkillKey } from '../../registry/model/skill-key.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { type LibraryFacts, libraryFacts, PACKAGE_FILES } from '../init/library-facts.ts';
import { type NewSkill, scaffoldSkill } from '../init/scaffold-skill.ts';
import { locateOrFail } from '../locate-or-fail.ts';

interface InitOptions {
  readonly repo?: string;
  readonly name?: string;
  readonly language?: Language;
  readonly libraryVersion?: string;
  readonly registry?: string;
}

/** `skills init`: a folder to start a new skill in. */
export function registerInit(program: Command, io: CliIo): void {
  program
    .command('init')
    .description("start a skill: in .skills/ of a library's repository, in a folder, or in a registry (-r)")
    .argument('[folder]', 'where to put it; default: .skills of the current folder')
    .option('-r, --registry <folder>', 'put it into this registry, under its key')
    .option('--repo <author/name>', 'the library’s repository')
    .option('--name <name>', 'the library’s name')
    .addOption(new Option('--language <language>', 'its language').choices(LANGUAGES))
    .option('--library-version <version>', 'its version')
    .addHelpText(
      'after',
      `\nWhat is not named is read from ${PACKAGE_FILES.join(', ')} or git's settings, where there are any.`,
    )
    .action((folder: string | undefined, options: InitOptions) => init(folder, options, io));
}

async function init(folder: string | undefined, options: InitOptions, io: CliIo): Promise<void> {
  const library = { ...libraryFacts(await readPackageFiles(io.cwd)), ...named(options) };
  const { language, repo } = library;
  if (language === undefined || repo === undefined || parseSkillKey(`${language}/${repo}`) === undefined)
    throw new CliError(EXIT_CODES.usage, describeGap(library));
  const target = await chooseFolder(folder, options.registry, `${language}/${repo}`, io.cwd);
  const skill: NewSkill = {
    name: library.name ?? repo.slice(repo.indexOf('/') + 1),
    repo,
    language,
    ...(library.version === undefined ? {} : { version: library.version }),
    isOwn: folder === undefined && options.registry === undefined,
    now: new Date(),
  };
  const files = scaffoldSkill(skill);
  await writeNewFiles(target, files);
  io.out(
    [
      `Started the skill ${language}/${repo} in ${target}:`,
      ...Object.keys(files).map((path) => `  ${path}`),
      `Write each {{write: …}}; this lists what is left: skills validate ${target}`,
    ].join('\n'),
  );
}

function named({ repo, name, language, libraryVersion }: InitOptions): LibraryFacts {
  return {
    ...(repo === undefined ? {} : { repo }),
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language }),
    ...(libraryVersion === undefined ? {} : { version: libraryVersion }),
  };
}

function describeGap({ language, repo }: LibraryFacts): string {
  const missing = [
    ...(language === undefined ? [`--language (${LANGUAGES.join(', ')})`] : []),
    ...(repo === undefined ? ['--repo author/name'] : []),
  ];
  if (missing.length === 0) return `--repo must be author/name; ${repo} is not.`;
  return `Neither ${PACKAGE_FILES.join(', ')} nor git's settings here say enough. Name ${missing.join(' and ')}.`;
}

async function readPackageFiles(cwd: string): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const name of [...PACKAGE_FILES, '.git/config']) {
    const text = await fs.readFile(join(cwd, name), 'utf8').catch(() => undefined);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

async function chooseFolder(
  folder: string | undefined,
  registry: string | undefined,
  key: string,
  cwd: string,
): Promise<string> {
  if (registry === undefined) return resolve(cwd, folder ?? '.skills');
  if (folder !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      'Name a folder or --registry, not both: a registry has its own places.',
    );
  const { root, skillsFolder, layout } = await locateOrFail(registry, cwd);
  if (layout !== 'registry' && layout !== 'flat')
    throw new CliError(EXIT_CODES.noRegistry, `${root} is one library’s own and takes no other skills.`);
  return join(root, skillsFolder, ...key.split('/'));
}

/** Writes files that must not exist yet; where one does, nothing is written. */
async function writeNewFiles(target: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const path of Object.keys(files)) {
    const exists = await fs.lstat(join(target, path)).then(
      () => true,
      () => false,
    );
    if (exists)
      throw new CliError(EXIT_CODES.failed, `${join(target, path)} exists already; nothing was written.`);
  }
  for (const [path, text] of Object.entries(files)) {
    await fs.mkdir(dirname(join(target, path)), { recursive: true });
    await fs.writeFile(join(target, path), text, { flag: 'wx' });
  }
}
