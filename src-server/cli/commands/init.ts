import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type Command, Option } from 'commander';
import { LANGUAGES, type Language } from '../../contract/api.ts';
import { printable } from '../../contract/printable.ts';
import { createDiskDoor } from '../../registry/disk/disk-door.ts';
import { inTurn, KeyTaken, placeSkill } from '../../registry/disk/store-submission.ts';
import type { RegistryLocation } from '../../registry/model/registry-snapshot.ts';
import { parseSkillKey } from '../../registry/model/skill-key.ts';
import { WriteRefused } from '../../writing/guarded-path.ts';
import { placeFolder } from '../../writing/place-folder.ts';
import { sweepLeftovers } from '../../writing/sweep-leftovers.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { type LibraryFacts, libraryFacts, PACKAGE_FILES } from '../init/library-facts.ts';
import { type NewSkill, scaffoldSkill } from '../init/scaffold-skill.ts';
import { locateOrFail } from '../locate-or-fail.ts';
import { ownLine } from '../own-command.ts';

interface InitOptions {
  readonly repo?: string;
  readonly name?: string;
  readonly language?: Language;
  readonly libraryVersion?: string;
  readonly registry?: string;
}

/** `skills-registry init`: a folder to start a new skill in. */
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
  const registry = await chooseRegistryFolder(folder, options.registry, io.cwd);
  const skill: NewSkill = {
    name: library.name ?? repo.slice(repo.indexOf('/') + 1),
    repo,
    language,
    ...(library.version === undefined ? {} : { version: library.version }),
    isOwn: folder === undefined && options.registry === undefined,
    now: new Date(),
  };
  const files = scaffoldSkill(skill);
  const target = await place(
    registry ?? resolve(io.cwd, folder ?? '.skills'),
    `${language}/${repo}`,
    files,
    io.cwd,
  );
  io.out(
    [
      `Started the skill ${language}/${printable(repo)} in ${printable(target)}:`,
      ...Object.keys(files).map((path) => `  ${path}`),
      `Write each {{write: …}}; this lists what is left: ${ownLine(['validate', target], io)}`,
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

/** A package's own description has a few thousand; what is larger, a link or no plain file isn't read. */
const MAX_PACKAGE_FILE_BYTES = 1024 * 1024;

async function readPackageFiles(cwd: string): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  const inside = await fs.realpath(cwd);
  const door = createDiskDoor();
  for (const name of [...PACKAGE_FILES, '.git/config']) {
    const read = door.read({ path: join(inside, name), inside, maxSize: MAX_PACKAGE_FILE_BYTES });
    if (read.ok) texts[name] = read.bytes.toString('utf8');
  }
  return texts;
}

/** The registry to put the skill into; undefined where it goes into a folder of its own. */
async function chooseRegistryFolder(
  folder: string | undefined,
  registry: string | undefined,
  cwd: string,
): Promise<RegistryLocation | undefined> {
  if (registry === undefined) return undefined;
  if (folder !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      'Name a folder or --registry, not both: a registry has its own places.',
    );
  const location = await locateOrFail(registry, cwd);
  if (location.layout !== 'registry' && location.layout !== 'flat')
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${location.root} is one library’s own and takes no other skills.`,
    );
  return location;
}

/**
 * Puts the files where nothing is yet: all of them or none, whenever the process ends.
 *
 * @returns the folder they are in
 */
async function place(
  target: RegistryLocation | string,
  key: string,
  files: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string> {
  const { 'skill.json': manifest = '', ...others } = files;
  const texts = [...Object.entries(others), ['skill.json', manifest] as const];
  try {
    return typeof target === 'string'
      ? await placeBeside(target, texts, cwd)
      : await inTurn(target, () => placeSkill(target, key, texts));
  } catch (error) {
    if (!(error instanceof WriteRefused || error instanceof KeyTaken)) throw error;
    throw new CliError(EXIT_CODES.failed, error.message, { cause: error });
  }
}

/** In a folder below the current one no link is followed; what is elsewhere was named on purpose, all but its last part. */
async function placeBeside(
  target: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
  cwd: string,
): Promise<string> {
  if (isAtOrBelow(cwd, target))
    throw new WriteRefused(`${target} is the folder you are in. Name one that is not there yet.`);
  const root = isAtOrBelow(target, cwd) ? cwd : dirname(target);
  if (root !== cwd) await fs.mkdir(root, { recursive: true });
  const path = relative(root, target).split(sep).join('/');
  const name = basename(target);
  const draft = `${path.slice(0, -name.length)}.${name}.${randomUUID()}.tmp`;
  const placed = await placeFolder(root, path, draft, files);
  await sweepLeftovers(dirname(placed), `.${name}.`);
  return target;
}

/** Whether a path is a folder or below it, as they are written. */
function isAtOrBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}
