import { randomUUID } from 'node:crypto';
import { promises as fs, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  isRequiredFile,
  LANGUAGES,
  type Language,
  STANDARD_FILES,
  STANDARD_READ_ORDER,
} from '../../contract/api.ts';
import { printable } from '../../contract/outside-text.ts';
import { fitsKey, keyOfManifest, parseSkillKey } from '../../contract/skill-format.ts';
import { listWords } from '../../contract/words.ts';
import { ABSENT, isAtOrBelow, placeFolder, refusalOf, writeInside } from '../../platform/files.ts';
import { whileLocked } from '../../registry/build-index.ts';
import { findRegistryAround, locateRegistry } from '../../registry/locate.ts';
import { placeSkill } from '../../registry/store-submission.ts';
import { describeAccess, errorCodeOf } from '../../registry/worker/disk.ts';
import type { RegistryLocation } from '../../registry/worker-messages.ts';
import { EXAMPLE_EXTENSIONS, placeholder } from '../../validation/knowledge-files.ts';
import { RULES_FILE, registryRulesText } from '../../validation/registry-rules.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples } from '../cli-io.ts';
import { type LibraryFacts, libraryFacts, PACKAGE_FILES, readLibrary } from '../library-facts.ts';
import { locateOrFail, refuseAdded } from '../named-registry.ts';

interface SkillOptions {
  readonly repo?: string;
  readonly language?: Language;
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
      "start a skill in the registry of -r or of the current folder, otherwise in .skills/ of a library's repository; or start a registry (-r with a new folder)",
    )
    .argument('[key]', 'language/author/name of a skill in a registry; default: as the library’s files say')
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
    .addOption(new Option('--language <language>', 'language of the library').choices(LANGUAGES))
    .option('--small', 'only the three required files: overview.md, pitfalls.md, safety.md')
    .action((key: string | undefined, options: InitOptions) => init(key, options, io));
  examples(command, io, {
    'Start a registry': ['init', '--registry', 'my-registry'],
    'Start a skill from the sources of a library': ['init', '-r', 'my-registry', '--library', '../tiny'],
  });
}

async function init(key: string | undefined, options: InitOptions, io: CliIo): Promise<void> {
  const { registry, profile, ...named } = options;
  const { cwd } = io;
  const around = registryAround(cwd);
  if (registry !== undefined && isToBegin(resolve(cwd, registry))) {
    const folder = resolve(cwd, registry);
    if (key !== undefined || Object.keys(named).length > 0)
      throw refuse(
        `There is no registry in ${folder} yet. Begin it first: ${cliLine(['init', '-r', registry], io)}`,
      );
    const outer = registryAround(dirname(folder));
    if (outer !== undefined) throw refuse(`${folder} lies in the registry ${outer.root}.`);
    return startRegistry(registry, profile, io).catch(asRefusal(resolve(cwd, registry)));
  }
  if (profile !== undefined)
    throw usage('--profile is for a new registry; rules.json has that of an old one.');
  const target = registry === undefined ? around : await locateOrFail(registry, cwd);
  if (target !== undefined && !takesSkills(target))
    throw refuse(`${target.root} is one library’s own and takes no other skills.`);
  refuseAdded(target?.root ?? resolve(cwd), io);
  if (key !== undefined) checkKey(key, named, target, cwd);
  // The files of a registry say nothing about the library.
  const source = named.library ?? (key === undefined && around === undefined ? '.' : undefined);
  const facts = await factsOf(key, source, named, cwd);
  await startSkill(facts, target, named.small === true, io).catch(asRefusal(cwd));
}

/** Names the folder that may not be written, instead of the call that failed. */
function asRefusal(folder: string): (error: unknown) => never {
  return (error) => {
    throw refusalOf(error, folder) ?? error;
  };
}

function usage(message: string): CliError {
  return new CliError(EXIT_CODES.usage, message);
}

function refuse(message: string): CliError {
  return new CliError(EXIT_CODES.noRegistry, message);
}

/** Says whether a folder is neither a registry nor anything like one. */
function isToBegin(folder: string): boolean {
  if (basename(folder) === '.skills') return false;
  const located = locateRegistry(folder);
  return !located.ok && located.candidates.length === 0 && located.instead !== 'file';
}

/** Finds the registry around a folder. A library’s own skills are none. */
function registryAround(folder: string): RegistryLocation | undefined {
  const around = findRegistryAround(folder);
  const located = around === undefined ? undefined : locateRegistry(around);
  return located?.ok && takesSkills(located.location) ? located.location : undefined;
}

function takesSkills({ layout }: RegistryLocation): boolean {
  return layout === 'registry' || layout === 'flat';
}

function checkKey(
  key: string,
  { language, repo }: SkillOptions,
  target: RegistryLocation | undefined,
  cwd: string,
): void {
  const parts = parseSkillKey(key);
  if (!LANGUAGES.some((known) => known === parts?.language))
    throw usage(
      `${key} is not a key: a key is language/author/name, as in cpp/gabime/spdlog, with one of ${LANGUAGES.join(', ')}.`,
    );
  if (target === undefined)
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${key} is a skill's key, and ${cwd} is in no registry. Go into one, or name it with -r.`,
    );
  if (language !== undefined) throw usage(`${key} says the language already.`);
  if (repo !== undefined && !fitsKey(key, { language: parts?.language, repo }))
    throw usage(`${key} can’t be of the repository ${repo}.`);
}

/** What is known of the library of a new skill. */
interface SkillFacts {
  /** The key that the user gave. */
  readonly key: string | undefined;
  /** Sentences about what could not be read, and what was chosen. */
  readonly notes: readonly string[];
  readonly version: string | undefined;
  readonly packages: LibraryFacts['packages'];
  readonly language: Language | undefined;
  /** The repository, as skill.json's `repo` names it. */
  readonly repo: string | undefined;
  readonly name: string | undefined;
}

/** Collects what is known of the library, from the options first, then from its files. */
async function factsOf(
  key: string | undefined,
  source: string | undefined,
  named: SkillOptions,
  cwd: string,
): Promise<SkillFacts> {
  const parts = parseSkillKey(key ?? '');
  const language = (parts?.language as Language | undefined) ?? named.language;
  const folder = source && (await fs.realpath(resolve(cwd, source)).catch(() => undefined));
  if (source !== undefined && (folder === undefined || !statSync(folder).isDirectory()))
    throw usage(`There is no folder ${resolve(cwd, source)}.`);
  const library = await (folder === undefined ? libraryFacts({}) : readLibrary(folder, language));
  const { facts, choice } = library;
  const isOfKey =
    key === undefined || (facts.repo !== undefined && fitsKey(key, { language, repo: facts.repo }));
  const isRead = named.repo === undefined && isOfKey;
  const notes = [...library.notes, ...(isRead && choice !== undefined ? [choice] : [])];
  return {
    key,
    notes,
    version: facts.version,
    packages: facts.packages,
    language: language ?? facts.language,
    repo: named.repo ?? (isOfKey ? facts.repo : `${parts?.author}/${parts?.name}`),
    name: parts?.name ?? facts.name,
  };
}

async function startSkill(
  facts: SkillFacts,
  registry: RegistryLocation | undefined,
  isSmall: boolean,
  io: CliIo,
): Promise<void> {
  const { language, repo, version, packages, notes } = facts;
  const { cwd } = io;
  for (const note of notes) io.err(printable(note));
  if (language === undefined || repo === undefined)
    throw usage(
      `Name the library's folder with --library, or --language (${LANGUAGES.join(', ')}) and --repo author/name: what is missing is read from ${PACKAGE_FILES.join(', ')} and git's settings.`,
    );
  const name = facts.name ?? repo.slice(repo.lastIndexOf('/') + 1);
  const ownKey = keyOfManifest({ language, repo, name });
  if (ownKey === undefined)
    throw usage(
      `--repo must be author/name, with the host in front if that is not github.com (gitlab.com/acme/backend/utils); ${repo} is not.`,
    );
  const key = facts.key ?? ownKey;
  const isOwn = registry === undefined;
  const files = scaffoldSkill({ language, repo, version, packages, name, isOwn, isSmall });
  const target = isOwn
    ? await placeOwn(cwd, files)
    : await whileLocked(registry, () => placeSkill(registry, key, files));
  const shown = isAtOrBelow(target, cwd) ? relative(cwd, target) : target;
  io.out(
    [
      `Started the skill ${printable(key)} in ${printable(shown)}:`,
      ...Object.keys(files).map((path) => `  ${path}`),
      'Replace each {{write: …}}. Length of a .md file: 500 to 1,500 tokens, some 350 to 1,100 words.',
      `List the remaining work: ${cliLine(['validate', shown], io)}`,
    ].join('\n'),
  );
}

async function placeOwn(cwd: string, files: Readonly<Record<string, string>>): Promise<string> {
  await placeFolder(cwd, '.skills', `.skills.${randomUUID()}.tmp`, Object.entries(files));
  return join(cwd, '.skills');
}

interface NewSkill {
  readonly name: string;
  /** The repository, as skill.json's `repo` names it. */
  readonly repo: string;
  readonly language: Language;
  readonly version: string | undefined;
  /** The names of the library’s packages by namespace of the ecosystem, such as `crates_io`. */
  readonly packages: Readonly<Record<string, string>>;
  /** The skill stands in the library’s own repository. */
  readonly isOwn: boolean;
  readonly isSmall: boolean;
}

/** Makes the files of a new skill, by path. They pass all rules but those about unwritten texts. */
export function scaffoldSkill(skill: NewSkill): Readonly<Record<string, string>> {
  const { name, language, isSmall } = skill;
  const example = `examples/basic.${EXAMPLE_EXTENSIONS[language]}`;
  const program = placeholder('the smallest correct program with the library, from set-up to clean-up');
  const texts = Object.entries(OUTLINES).filter(([path]) => !isSmall || isRequiredFile(path));
  return {
    'skill.json': `${JSON.stringify(manifest(skill, example), undefined, 2)}\n`,
    ...Object.fromEntries(texts.map(([path, outline]) => [path, markdown(name, path, outline)])),
    ...(!isSmall && { [example]: `${language === 'python' ? '#' : '//'} ${program}\n` }),
  };
}

function manifest(
  { name, repo, language, version, packages, isOwn, isSmall }: NewSkill,
  example: string,
): Record<string, unknown> {
  const named = Object.entries(packages).map(([namespace, own]) => [namespace, { name: own }]);
  return {
    name,
    repo,
    language,
    tier: 'tier2',
    group: 'contrib',
    version: version ?? placeholder('version of the library'),
    skill_version: '0.1.0',
    schema: 'skills/v1',
    skill_type: 'library',
    repo_skill: isOwn,
    summary: placeholder('one line: purpose of the library, and its most frequent mistakes'),
    // Lowest score of tier2. No sources, since nobody has rated the skill yet.
    trust_score: 50,
    risk_level: 'medium',
    updated_at: new Date().toISOString(),
    tags: [placeholder('search terms of people who need the library')],
    extensions: { ...Object.fromEntries(named), skills_registry: { symptoms: [], entries: {} } },
    read_order: STANDARD_READ_ORDER,
    files: isSmall ? { P0: STANDARD_FILES.P0 } : { ...STANDARD_FILES, P3: [example] },
  };
}

/** The headings of each file, with what to write below them. */
const OUTLINES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'overview.md': {
    Purpose: 'features of the library, and missing features',
    'When to use': 'cases for the library, and alternatives for other cases',
    Concepts: 'the few concepts behind the API',
  },
  'pitfalls.md': numbered(
    3,
    'mistake, as a developer would describe the symptom',
    'the wrong code, its effect, and the right code',
  ),
  'safety.md': numbered(2, 'forbidden action', 'the reason, and a way to prevent the action'),
  'lifecycle.md': {
    Start: 'objects to create, in order',
    Stop: 'objects to close, in order, and who closes each object',
  },
  'threading.md': {
    'Safe to share': 'objects that threads or tasks may share',
    'Unsafe to share': 'objects for a single thread or task, and the effect of sharing',
  },
  'best-practices.md': { 'Good habits': 'how experienced developers use the library' },
  'performance.md': { Costs: 'slow operations, their cost, and faster alternatives' },
};

function numbered(entries: number, heading: string, what: string): Readonly<Record<string, string>> {
  const nths = ['first', 'second', 'third'].slice(0, entries);
  return Object.fromEntries(nths.map((nth) => [placeholder(`the ${nth} ${heading}`), what]));
}

function markdown(name: string, path: string, outline: Readonly<Record<string, string>>): string {
  const parts = Object.entries(outline).map(([heading, what]) => `## ${heading}\n\n${placeholder(what)}\n`);
  return `# ${name}: ${path.replace('.md', '').replace('-', ' ')}\n\n${parts.join('\n')}`;
}

/**
 * Whom a new registry is for: `private` for its authors, `public` for everybody, so that every rule applies.
 */
const REGISTRY_PROFILES = ['private', 'public'] as const;
type RegistryProfile = (typeof REGISTRY_PROFILES)[number];

/**
 * Begins a registry in a new or empty folder, or in a new repository. Files that are there stay. Throws a
 * `CliError` for other folders.
 */
async function startRegistry(folder: string, named: RegistryProfile | undefined, io: CliIo): Promise<void> {
  const root = resolve(io.cwd, folder);
  const names = await namesIn(root);
  const others = names.filter((name) => !NEW_REPOSITORY.test(name));
  if (others.length > 0)
    throw new CliError(
      EXIT_CODES.noRegistry,
      `${root} is no registry, and holds ${listWords(others.map(printable), 5)}. Name a folder that is new or empty.`,
    );
  const present = names.map((name) => name.toLowerCase());
  if (present.includes(RULES_FILE) && named !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `${root} has a ${RULES_FILE} already, which --profile does not change.`,
    );
  const profile = named ?? 'private';
  const hasReadme = present.some((name) => name.startsWith('readme'));
  const rules = registryRulesText(profile === 'private' ? profile : 'specification');
  // The skills folder makes a registry, so it comes last. Git keeps no empty folder.
  const files = { 'README.md': README, [RULES_FILE]: rules, 'skills/.gitkeep': '' };
  const written: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    if (present.includes(path) || (path === 'README.md' && hasReadme)) continue;
    await writeInside(root, path, text, { expected: ABSENT });
    written.push(path);
  }
  io.out(
    [
      `Began a registry in ${printable(root)}:`,
      ...written.map((path) => `  ${path}`),
      `Start a skill: ${cliLine(['init', '-r', folder, '--library', '<folder of the library>'], io)}`,
      `Serve the registry: ${cliLine(['serve', '-r', folder], io)}`,
    ].join('\n'),
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw new CliError(EXIT_CODES.failed, describeAccess(folder, errorCodeOf(error)), { cause: error });
  }
}

const NEW_REPOSITORY =
  /^(?:\..*|rules\.json|(?:readme|licen[cs]e|copying|notice|contributing|changelog|security|code_of_conduct)(?:\.\w+)?)$/is;

const README = `# Skills

Each folder \`skills/<language>/<author>/<name>/\` is a skill: what agents read before they write code with a library.
\`rules.json\` names the rules for all skills.

- \`skills-registry init --library <folder>\` starts a skill from the sources of a library.
- \`skills-registry validate\` lists the problems, with file, reason and fix.
- \`skills-registry serve\` serves the skills to agents, IDEs and people.
`;
