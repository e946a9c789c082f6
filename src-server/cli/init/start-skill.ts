import { promises as fs } from 'node:fs';
import { relative, resolve } from 'node:path';
import { LANGUAGES, type Language, type SkillKey } from '../../contract/api/api.ts';
import { printable } from '../../contract/words/printable.ts';
import { fitsKey, keyOfManifest, parseSkillKey, type SkillKeyParts } from '../../registry/model/skill-key.ts';
import { isInside } from '../../registry/paths.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { locateOrFail } from '../target/locate-or-fail.ts';
import {
  type FoundFacts,
  type LibraryFacts,
  libraryFacts,
  namesInManifests,
  PACKAGE_FILES,
} from './library-facts.ts';
import { placeNewSkill } from './place-new-skill.ts';
import { readLibrary } from './read-library.ts';
import { registryAround, takesSkills } from './registry-around.ts';
import { type NewSkill, scaffoldSkill, TEXT_LENGTH } from './scaffold-skill.ts';
import { wantedKey } from './wanted-key.ts';

export interface NewSkillNames {
  readonly repo?: string;
  readonly name?: string;
  readonly language?: Language;
  readonly libraryVersion?: string;
  /** Relative to the working directory. */
  readonly library?: string;
  readonly registry?: string;
  readonly small?: boolean;
}

/**
 * In a registry (named or surrounding), a folder, or `.skills`. Throws `CliError` if facts are missing, or
 * the place is taken.
 *
 * @param place folder, or key in a registry
 */
export async function startSkill(place: string | undefined, named: NewSkillNames, io: CliIo): Promise<void> {
  const around = registryAround(io.cwd);
  const wanted = wantedKey(place, named, around, io.cwd);
  const folder = wanted === undefined ? place : undefined;
  if (wanted !== undefined && (named.language !== undefined || named.name !== undefined))
    throw new CliError(EXIT_CODES.usage, `${wanted} says the language and the name already.`);
  const registry = await chooseRegistryFor(folder, named.registry, around, io.cwd);
  const source = await libraryFolder(named, around, io.cwd);
  const { facts, notes } =
    wanted === undefined ? await findFacts(source, named) : await factsOfKey(wanted, source, named);
  for (const note of notes) io.err(printable(note));
  const { language, repo } = facts;
  if (language === undefined || repo === undefined || parseSkillKey(`${language}/${repo}`) === undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `${describePresent(registry, named, io)}${describeGap(facts, source)}`,
    );
  const isOwn = folder === undefined && registry === undefined;
  const key = wanted ?? keyOfManifest({ ...facts }) ?? `${language}/${repo}`;
  const skill = describeSkill({ ...facts, language, repo }, { isOwn, isSmall: named.small === true });
  const files = scaffoldSkill(skill);
  const target = await placeNewSkill(registry ?? resolve(io.cwd, folder ?? '.skills'), key, files, io.cwd);
  const shown = isInside(io.cwd, target) ? relative(io.cwd, target) : target;
  io.out(
    [
      `Started the skill ${printable(key)} in ${printable(shown)}:`,
      ...Object.keys(files).map((path) => `  ${path}`),
      ...(facts.repoFrom === undefined
        ? []
        : [`The repository ${printable(repo)} comes from ${facts.repoFrom}. To change: --repo.`]),
      `Replace each {{write: …}}. Length of a .md file: ${TEXT_LENGTH}.`,
      `List the remaining work: ${cliLine(['validate', shown], io)}`,
    ].join('\n'),
  );
}

/** Undefined for an own folder. */
async function chooseRegistryFor(
  folder: string | undefined,
  registry: string | undefined,
  around: RegistryLocation | undefined,
  cwd: string,
): Promise<RegistryLocation | undefined> {
  if (registry === undefined) return folder === undefined ? around : undefined;
  if (folder !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      'Name a folder or --registry, not both. With --registry, name a key (language/author/name).',
    );
  const location = await locateOrFail(registry, cwd);
  if (takesSkills(location)) return location;
  throw new CliError(
    EXIT_CODES.noRegistry,
    `${location.root} is one library’s own and takes no other skills.`,
  );
}

/** Undefined in a registry, whose files say nothing about the library. */
async function libraryFolder(
  { library }: NewSkillNames,
  around: RegistryLocation | undefined,
  cwd: string,
): Promise<string | undefined> {
  if (library === undefined) return around === undefined ? fs.realpath(cwd) : undefined;
  const folder = await fs.realpath(resolve(cwd, library)).catch(() => undefined);
  if (folder !== undefined && (await fs.stat(folder)).isDirectory()) return folder;
  throw new CliError(EXIT_CODES.usage, `There is no folder ${resolve(cwd, library)}.`);
}

async function findFacts(
  source: string | undefined,
  { repo, name, language, libraryVersion }: NewSkillNames,
): Promise<FoundFacts> {
  const read = source === undefined ? { texts: { packages: {} }, notes: [] } : readLibrary(source);
  const found = libraryFacts(read.texts, language);
  const { repo: foundRepo, repoFrom, ...others } = found.facts;
  const packages = namesInManifests(read.texts, language ?? others.language);
  return {
    facts: {
      ...others,
      ...(Object.keys(packages).length === 0 ? {} : { packages }),
      ...(language === undefined ? {} : { language }),
      ...(libraryVersion === undefined ? {} : { version: libraryVersion }),
      ...(name === undefined ? {} : { name }),
      ...(repo === undefined
        ? { ...(foundRepo && { repo: foundRepo }), ...(repoFrom && { repoFrom }) }
        : { repo }),
    },
    notes: [...read.notes, ...found.notes],
  };
}

/** Without `--library`, the working directory's facts must fit the key. */
async function factsOfKey(
  key: SkillKey,
  source: string | undefined,
  named: NewSkillNames,
): Promise<FoundFacts> {
  const { language, author, name } = parseSkillKey(key) as SkillKeyParts;
  const isFitting = (repo: string | undefined) => repo !== undefined && fitsKey(key, { language, repo });
  if (named.repo !== undefined && !isFitting(named.repo))
    throw new CliError(EXIT_CODES.usage, `${key} can’t be of the repository ${named.repo}.`);
  const asNamed = { ...named, name, language: language as Language };
  const found = await findFacts(source, asNamed);
  if (isFitting(found.facts.repo)) return found;
  const { facts, notes } = named.library === undefined ? await findFacts(undefined, asNamed) : found;
  const { repoFrom: _, ...others } = facts;
  return { facts: { ...others, repo: `${author}/${name}` }, notes };
}

/** Advice for an existing registry. */
function describePresent(
  registry: RegistryLocation | undefined,
  { registry: folder, ...others }: NewSkillNames,
  io: CliIo,
): string {
  if (registry === undefined || folder === undefined || Object.keys(others).length > 0) return '';
  const line = cliLine(['init', '-r', folder, '<key>'], io);
  return `${registry.root} is a registry already. Start a skill in it by its key, language/author/name: ${line}. `;
}

function describeGap({ language, repo }: LibraryFacts, source: string | undefined): string {
  const missing = [
    ...(language === undefined ? [`--language (${LANGUAGES.join(', ')})`] : []),
    ...(repo === undefined ? ['--repo author/name'] : []),
  ];
  if (missing.length === 0) return `--repo must be author/name; ${repo} is not.`;
  const gap = `Name ${missing.join(' and ')}`;
  return source === undefined
    ? `This folder is the registry, without facts about the library. ${gap}, or the library's folder with --library.`
    : `Facts are missing in ${PACKAGE_FILES.join(', ')} and git's settings in ${source}. ${gap}.`;
}

function describeSkill(
  facts: LibraryFacts & { readonly language: Language; readonly repo: string },
  form: Pick<NewSkill, 'isOwn' | 'isSmall'>,
): NewSkill {
  const { language, repo, name = repo.slice(repo.indexOf('/') + 1), version, packages } = facts;
  return {
    name,
    repo,
    language,
    ...(version === undefined ? {} : { version }),
    ...(packages === undefined ? {} : { packages }),
    ...form,
    now: new Date(),
  };
}
