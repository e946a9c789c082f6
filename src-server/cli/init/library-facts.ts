import type { Language } from '../../contract/api/api.ts';
import type { PackageNamespace } from '../../contract/api/skill-extensions.ts';
import {
  isKnownHost,
  parseRepositoryAddress,
  type RepositoryAddress,
} from '../../projects/repository-address.ts';
import type { LibraryManifest } from './package-facts.ts';
import { readCargoToml } from './read-cargo-toml.ts';
import { readCmakeLists, readConanfile, readVcpkgJson } from './read-cpp-project.ts';
import { readGoMod } from './read-go-mod.ts';
import { readLibraryPackageJson } from './read-package-json.ts';
import { readLibraryPyproject, readSetupCfg } from './read-python-project.ts';

/** By ecosystem namespace. */
export type PackageNames = Readonly<Partial<Record<PackageNamespace, string>>>;

export interface LibraryFacts {
  readonly name?: string;
  /** `author/name` on its host. */
  readonly repo?: string;
  /** Source, for people: `package.json`, `git’s upstream`. */
  readonly repoFrom?: string;
  readonly language?: Language;
  readonly version?: string;
  readonly packages?: PackageNames;
}

export interface LibraryTexts {
  /** By file name. */
  readonly packages: Readonly<Record<string, string>>;
  /** Nearest first. */
  readonly cargoAbove?: readonly string[];
  readonly git?: { readonly config: string };
}

export interface FoundFacts {
  readonly facts: LibraryFacts;
  /** Sentences about omissions. */
  readonly notes: readonly string[];
}

type Reader = (text: string, texts: LibraryTexts) => LibraryManifest;

interface PackageFile {
  readonly language: Language;
  /** For messages. */
  readonly form: string;
  readonly read: Reader;
}

/** By precedence. */
const READERS: Readonly<Record<string, PackageFile>> = {
  'Cargo.toml': {
    language: 'rust',
    form: 'TOML',
    read: (text, { cargoAbove = [] }) => readCargoToml(text, cargoAbove),
  },
  'pyproject.toml': { language: 'python', form: 'TOML', read: readLibraryPyproject },
  'setup.cfg': { language: 'python', form: 'text', read: readSetupCfg },
  'go.mod': { language: 'go', form: 'text', read: readGoMod },
  'package.json': { language: 'js', form: 'JSON', read: readLibraryPackageJson },
  'CMakeLists.txt': { language: 'cpp', form: 'text', read: readCmakeLists },
  'vcpkg.json': { language: 'cpp', form: 'JSON', read: readVcpkgJson },
  'conanfile.py': { language: 'cpp', form: 'text', read: readConanfile },
};

export const PACKAGE_FILES = Object.keys(READERS);

/**
 * Files of one language, by precedence. Repository: source links, git's remotes, other links to known hosts.
 *
 * @param wanted default: language of the first package file
 */
export function libraryFacts(texts: LibraryTexts, wanted?: Language): FoundFacts {
  const present = PACKAGE_FILES.filter((file) => texts.packages[file] !== undefined);
  const language = wanted ?? READERS[present[0] ?? '']?.language;
  const notes: string[] = [];
  const said = present
    .filter((file) => READERS[file]?.language === language)
    .flatMap((file) => readTolerantly(file, texts, notes));
  const others = present.filter((file) => READERS[file]?.language !== language);
  if (wanted === undefined && others[0] !== undefined)
    notes.push(`Used ${present[0]} for the language, not ${others.join(', ')}. To change: --language.`);
  const first = <T>(of: (facts: Said) => T | undefined) => said.map(of).find((value) => value !== undefined);
  const repository = findRepository(said, texts);
  const name = first(({ facts, file }) => shown(facts.name, `name in ${file}`, notes));
  const version = first(({ facts, file }) => shown(facts.version, `version in ${file}`, notes));
  return {
    facts: {
      ...(language === undefined ? {} : { language }),
      ...(name === undefined ? {} : { name }),
      ...(version === undefined ? {} : { version }),
      ...repository,
    },
    notes,
  };
}

/** Ecosystem of names. */
const NAMESPACES: Readonly<Record<string, PackageNamespace>> = {
  'Cargo.toml': 'crates_io',
  'pyproject.toml': 'pypi',
  'setup.cfg': 'pypi',
  'go.mod': 'go_mod',
  'package.json': 'npm',
  'vcpkg.json': 'vcpkg',
  'conanfile.py': 'conan',
};
const PACKAGE_NAME = /^@?[\w][\w@./~+-]{0,199}$/;

/** First per ecosystem. */
export function namesInManifests(texts: LibraryTexts, language?: Language): PackageNames {
  const names = new Map<PackageNamespace, string>();
  for (const file of PACKAGE_FILES) {
    const namespace = NAMESPACES[file];
    const isOther = language !== undefined && READERS[file]?.language !== language;
    if (namespace === undefined || names.has(namespace) || isOther || texts.packages[file] === undefined)
      continue;
    const [said] = readTolerantly(file, texts, []);
    const name = said?.facts.packageName ?? said?.facts.name;
    if (typeof name === 'string' && PACKAGE_NAME.test(name)) names.set(namespace, name);
  }
  return Object.fromEntries(names);
}

interface Said {
  readonly file: string;
  readonly facts: LibraryManifest;
}

function readTolerantly(file: string, texts: LibraryTexts, notes: string[]): Said[] {
  const { read, form } = READERS[file] as PackageFile;
  try {
    return [{ file, facts: read((texts.packages[file] ?? '').replace(/^\uFEFF/, ''), texts) }];
  } catch {
    notes.push(`${file} is no ${form} that can be read, so nothing in it was used.`);
    return [];
  }
}

function findRepository(
  said: readonly Said[],
  { git }: LibraryTexts,
): Pick<LibraryFacts, 'repo' | 'repoFrom'> {
  const named = (addresses: 'sources' | 'pages') =>
    said.flatMap(({ file, facts }) =>
      facts[addresses].map((address) => ({ from: file, found: parseRepositoryAddress(address) })),
    );
  const remote = git === undefined ? undefined : remoteAddress(git.config);
  const candidates: ReadonlyArray<{ from: string; found: RepositoryAddress | undefined }> = [
    ...named('sources'),
    { from: `git’s ${remote?.remote}`, found: parseRepositoryAddress(remote?.address) },
    ...named('pages').filter(({ found }) => found !== undefined && isKnownHost(found.host)),
  ];
  const first = candidates.find(({ found }) => found !== undefined);
  if (first?.found === undefined) return {};
  return { repo: `${first.found.author}/${first.found.name}`, repoFrom: first.from };
}

const MAX_NAME = 100;
/** Invisible characters, bidirectional marks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** One line, or undefined. Notes invisible characters. */
function shown(value: unknown, what: string, notes: string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = value
    .slice(0, 10 * MAX_NAME)
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return undefined;
  if (UNSEEN.test(line)) {
    notes.push(`The ${what} has invisible characters and was left out.`);
    return undefined;
  }
  return line.length <= MAX_NAME ? line : `${line.slice(0, MAX_NAME - 1)}…`;
}

/**
 * `upstream` (a fork's library), else `origin`. Ignores includes and `insteadOf`.
 *
 * @param config text of .git/config
 */
function remoteAddress(
  config: string,
): { readonly remote: 'upstream' | 'origin'; readonly address: string } | undefined {
  const addresses = new Map<string, string>();
  let section = '';
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (header !== undefined) section = /^remote\s+"([^"]*)"$/i.exec(header.trim())?.[1] ?? '';
    const address = /^\s*url\s*=\s*"?([^"\s#;]+)/i.exec(line)?.[1];
    // Further URLs of a remote are for pushes.
    if (address !== undefined && !addresses.has(section)) addresses.set(section, address);
  }
  for (const remote of ['upstream', 'origin'] as const) {
    const address = addresses.get(remote);
    if (address !== undefined) return { remote, address };
  }
  return undefined;
}
