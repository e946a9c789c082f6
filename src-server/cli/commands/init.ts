import { randomUUID } from 'node:crypto';
import { existsSync, promises as fs, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { type Command, Option } from 'commander';
import { LANGUAGES, type Language } from '../../contract/api/api.ts';
import { printable } from '../../contract/words/printable.ts';
import { isAtOrBelow, WriteRefused } from '../../platform/guarded-path.ts';
import { placeFolder } from '../../platform/write-file.ts';
import { findRegistryAround } from '../../registry/find-registry-near.ts';
import { locateRegistry } from '../../registry/locate-registry.ts';
import { fitsKey, keyOfManifest, parseSkillKey } from '../../registry/model/skill-key.ts';
import { isInside } from '../../registry/paths.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import { inTurn } from '../../registry/write/build-index.ts';
import { placeSkill } from '../../registry/write/store-submission.ts';
import { CliError, type CliIo, NothingThere } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { libraryFacts, PACKAGE_FILES, readLibrary } from '../init/library-facts.ts';
import { scaffoldSkill } from '../init/scaffold-skill.ts';
import { REGISTRY_PROFILES, type RegistryProfile, startRegistry } from '../init/start-registry.ts';
import { locateOrFail } from '../named-registry.ts';
import { cliLine } from '../own-command.ts';

interface SkillOptions {
  readonly repo?: string;
  readonly name?: string;
  readonly language?: Language;
  readonly libraryVersion?: string;
  readonly library?: string;
  readonly small?: boolean;
}

interface InitOptions extends SkillOptions {
  readonly registry?: string;
  readonly profile?: RegistryProfile;
}

export function registerInit(program: Command, io: CliIo): void {
  const command = program
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
      new Option('--profile <whom>', 'readers of a new registry; default: private').choices(
        REGISTRY_PROFILES,
      ),
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
    .action((place: string | undefined, options: InitOptions) => init(place, options, io));
  examples(command, io, {
    'Start a registry': ['init', '--registry', 'my-registry'],
    'Start a skill from the sources of a library': ['init', '-r', 'my-registry', '--library', '../tiny'],
    'Start a skill without the sources': ['init', '-r', 'my-registry', 'cpp/gabime/spdlog'],
    'In a library’s own repository': ['init'],
  });
}

async function init(place: string | undefined, options: InitOptions, io: CliIo): Promise<void> {
  const { registry, profile, ...named } = options;
  const { cwd } = io;
  if (registry !== undefined && isToBegin(resolve(cwd, registry))) {
    const around = registryAround(dirname(resolve(cwd, registry)));
    if (around !== undefined)
      throw new CliError(
        EXIT_CODES.failed,
        `${resolve(cwd, registry)} lies in the registry ${around.root}; nothing was written.`,
      );
    if (place === undefined && Object.keys(named).length === 0) return startRegistry(registry, profile, io);
    const begin = cliLine(['init', '--registry', registry], io);
    throw new CliError(
      EXIT_CODES.noRegistry,
      `There is no registry in ${resolve(cwd, registry)} yet. Begin it first: ${begin}`,
    );
  }
  if (profile !== undefined)
    throw usage('--profile is for a new registry; rules.json has that of an old one.');
  const around = registryAround(cwd);
  const target = registry === undefined ? around : await locateOrFail(registry, cwd);
  if (target !== undefined && !takesSkills(target))
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${target.root} is one library’s own and takes no other skills.`,
    );
  const key = wantedKey(place, target, cwd);
  if (key === undefined && place !== undefined && registry !== undefined)
    throw usage('Name a folder or --registry, not both. With --registry, name a key (language/author/name).');
  if (key !== undefined && (named.language ?? named.name) !== undefined)
    throw usage(`${key} says the language and the name already.`);
  // The files of a registry say nothing about the library.
  const source = named.library ?? (key === undefined && around === undefined ? '.' : undefined);
  const isInRegistry = key !== undefined || place === undefined;
  await startSkill({ key, source, place, registry: isInRegistry ? target : undefined }, named, io);
}

function usage(message: string): CliError {
  return new CliError(EXIT_CODES.usage, message);
}

/** Neither registry nor similar. */
function isToBegin(folder: string): boolean {
  if (basename(folder) === '.skills') return false;
  const located = locateRegistry(folder);
  return !located.ok && located.candidates.length === 0 && located.instead !== 'file';
}

/** Skips a library's skills. */
function registryAround(folder: string): RegistryLocation | undefined {
  const around = findRegistryAround(folder);
  const located = around === undefined ? undefined : locateRegistry(around);
  return located?.ok && takesSkills(located.location) ? located.location : undefined;
}

function takesSkills({ layout }: RegistryLocation): boolean {
  return layout === 'registry' || layout === 'flat';
}

/** Undefined for paths and existing folders. In a registry, anything else is a key. */
function wantedKey(
  place: string | undefined,
  registry: RegistryLocation | undefined,
  cwd: string,
): string | undefined {
  if (place === undefined || /^\.|\\/.test(place) || isAbsolute(place) || existsSync(resolve(cwd, place)))
    return undefined;
  const isKey = LANGUAGES.some((language) => language === parseSkillKey(place)?.language);
  if (registry === undefined && !isKey) return undefined;
  if (registry === undefined)
    throw new NothingThere(
      `${place} is a skill's key, and ${cwd} is in no registry. Go into one, name it with -r, or write ./${place} for a folder.`,
    );
  if (isKey) return place;
  throw usage(
    `${place} is not a key: a key is language/author/name, as in cpp/gabime/spdlog, with one of ${LANGUAGES.join(', ')}.`,
  );
}

interface SkillPlace {
  readonly key: string | undefined;
  /** Folder of the library. */
  readonly source: string | undefined;
  readonly registry: RegistryLocation | undefined;
  /** Without key and registry; default: `.skills`. */
  readonly place: string | undefined;
}

async function startSkill(where: SkillPlace, named: SkillOptions, io: CliIo): Promise<void> {
  const { registry, place } = where;
  const { cwd } = io;
  const { language, repo, repoFrom, name, version, packages, notes } = await factsOf(where, named, cwd);
  for (const note of notes) io.err(printable(note));
  if (language === undefined || repo === undefined || parseSkillKey(`${language}/${repo}`) === undefined)
    throw usage(describeGap(language, repo));
  const key = where.key ?? keyOfManifest({ language, repo, name }) ?? `${language}/${repo}`;
  const files = scaffoldSkill({
    ...{ language, repo, version, packages },
    name: name ?? repo.slice(repo.indexOf('/') + 1),
    isOwn: place === undefined && registry === undefined,
    isSmall: named.small === true,
  });
  const target =
    registry === undefined
      ? await placeBeside(resolve(cwd, place ?? '.skills'), files, cwd)
      : await inTurn(registry, () => placeSkill(registry, key, files));
  const shown = isInside(cwd, target) ? relative(cwd, target) : target;
  io.out(
    [
      `Started the skill ${printable(key)} in ${printable(shown)}:`,
      ...Object.keys(files).map((path) => `  ${path}`),
      ...(repoFrom === undefined
        ? []
        : [`The repository ${printable(repo)} comes from ${repoFrom}. To change: --repo.`]),
      'Replace each {{write: …}}. Length of a .md file: 500 to 1,500 tokens, some 350 to 1,100 words.',
      `List the remaining work: ${cliLine(['validate', shown], io)}`,
    ].join('\n'),
  );
}

/** Options, then the library's files. */
async function factsOf({ key = '', source }: SkillPlace, named: SkillOptions, cwd: string) {
  const parts = parseSkillKey(key);
  const language = (parts?.language as Language | undefined) ?? named.language;
  const fits = (repo: string | undefined) =>
    parts === undefined || (repo !== undefined && fitsKey(key, { language, repo }));
  if (named.repo !== undefined && !fits(named.repo))
    throw usage(`${key} can’t be of the repository ${named.repo}.`);
  const folder = source && (await fs.realpath(resolve(cwd, source)).catch(() => undefined));
  if (source !== undefined && (folder === undefined || !statSync(folder).isDirectory()))
    throw usage(`There is no folder ${resolve(cwd, source)}.`);
  const { facts, notes } = await (folder === undefined ? libraryFacts({}) : readLibrary(folder, language));
  const isFrom = named.repo === undefined && fits(facts.repo);
  return {
    language: language ?? facts.language,
    repo: named.repo ?? (isFrom ? facts.repo : `${parts?.author}/${parts?.name}`),
    repoFrom: isFrom ? facts.repoFrom : undefined,
    name: named.name ?? parts?.name ?? facts.name,
    version: named.libraryVersion ?? facts.version,
    packages: facts.packages,
    notes,
  };
}

function describeGap(language: Language | undefined, repo: string | undefined): string {
  const missing = [
    ...(language === undefined ? [`--language (${LANGUAGES.join(', ')})`] : []),
    ...(repo === undefined ? ['--repo author/name'] : []),
  ];
  if (missing.length === 0) return `--repo must be author/name; ${repo} is not.`;
  return `Name ${missing.join(' and ')}, or the library's folder with --library: what is missing is read from ${PACKAGE_FILES.join(', ')} and git's settings.`;
}

/** Refuses links in the working directory. Elsewhere, the user chose the path: only the last segment is checked. */
async function placeBeside(
  target: string,
  files: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string> {
  if (isAtOrBelow(cwd, target))
    throw new WriteRefused(`${target} is the folder you are in. Name one that is not there yet.`);
  const root = isAtOrBelow(target, cwd) ? cwd : dirname(target);
  await fs.mkdir(root, { recursive: true });
  const path = relative(root, target).split(sep).join('/');
  const draft = `${path.slice(0, -basename(target).length)}.${basename(target)}.${randomUUID()}.tmp`;
  await placeFolder(root, path, draft, Object.entries(files));
  return target;
}
