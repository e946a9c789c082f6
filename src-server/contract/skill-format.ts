/** The format of skills: values of listed fields, what skill.json's `extensions` may say of packages and entries, and keys. */

import { isJsonObject, ownMember } from './outside-text.ts';

/** The languages that the specification lists, as of all values below. Others are served with a diagnostic. */
export const LANGUAGES = ['cpp', 'rust', 'python', 'go', 'js'] as const;

// A map: a language may be named `constructor`.
const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map([
  ['cpp', 'C++'],
  ['rust', 'Rust'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['js', 'JavaScript'],
]);

/** Returns the name of a language, as `C++` for `cpp`; an unlisted one stays as it is written. */
export function languageName(language: string): string {
  return LANGUAGE_NAMES.get(language) ?? language;
}

/** The reading priorities of files: P0 is read before writing code, P3 is for reference. */
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const;

export const VALUES = {
  tier: ['tier1', 'tier2'],
  group: ['main', 'contrib'],
  risk_level: ['high', 'medium', 'low'],
  skill_type: [
    'library',
    'framework',
    'sdk',
    'runtime',
    'tooling',
    'middleware',
    'database',
    'network',
    'ui',
    'compiler',
  ],
  source_type: ['repo', 'registry', 'mirror'],
} as const;

/** The most points of each part of a trust score, in the order of display. Together they are 100. */
export const TRUST_MAXIMA = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 15,
  issue_health: 5,
} as const;

export type TrustPart = keyof typeof TRUST_MAXIMA;

/** Words that certainly mean a listed value, by field. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tier: { curated: 'tier1', community: 'tier2' },
  // Community submissions come from the registry, not from a library's repository or a mirror.
  source_type: { community: 'registry' },
};

/** Fields whose values the specification lists. */
export const LISTED_FIELDS = ['tier', 'group', 'risk_level', 'skill_type', 'source_type'] as const;
type ListedField = (typeof LISTED_FIELDS)[number];

export function isListedField(field: string): field is ListedField {
  return LISTED_FIELDS.some((listed) => listed === field);
}

/** The listed value for an alias or other letters: `HIGH` → `high`. Undefined if valid or unclear. */
export function canonicalValue(field: ListedField, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const values: readonly string[] = VALUES[field];
  if (values.includes(value)) return undefined;
  const word = value.trim().toLowerCase();
  if (values.includes(word)) return word;
  const meanings = ALIASES[field] ?? {};
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined;
}

export const TIER_RANGES: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  tier1: [90, 100],
  tier2: [50, 89],
};

/**
 * Whether nobody has judged a skill: it has the lowest score of tier2, and neither points for review, votes,
 * `verified` nor `official`.
 */
export function isUnreviewed(manifest: Readonly<Record<string, unknown>>): boolean {
  const { tier, trust_score: score, verified, official, votes } = manifest;
  const { official_review: review, community_votes: points } = recordOf(manifest['trust_score_sources']);
  const { votes: ratings } = recordOf(manifest['community_rating']);
  const isJudged = [review, points, votes, ratings].some((count) => typeof count === 'number' && count > 0);
  return (
    tier === 'tier2' &&
    score === TIER_RANGES['tier2']?.[0] &&
    verified !== true &&
    official !== true &&
    !isJudged
  );
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

interface DeprecatedFields {
  /** Field to the sentence that says what to do instead. */
  readonly skill: Readonly<Record<string, string>>;
  readonly entry: Readonly<Record<string, string>>;
}

/** Documented for one major version more; `schema` is never one of them. The specification has none yet. */
export const DEPRECATED_FIELDS: DeprecatedFields = { skill: {}, entry: {} };

/** The version in skill.json of a template that nobody filled in. */
const TEMPLATE_VERSION = '1.0.0';

/** The library's version that a skill's texts speak of; undefined if its manifest names none in earnest. */
export function writtenFor(version: unknown): string | undefined {
  const isNamed = typeof version === 'string' && version !== TEMPLATE_VERSION && /\d/.test(version);
  return isNamed ? version : undefined;
}

/** Namespaces of `extensions` that name packages, with the type of their package URLs. */
export const PACKAGE_NAMESPACES = {
  npm: 'npm',
  pypi: 'pypi',
  crates_io: 'cargo',
  go_mod: 'golang',
  conan: 'conan',
  vcpkg: 'vcpkg',
} as const;
export type PackageNamespace = keyof typeof PACKAGE_NAMESPACES;

/** A part of a range of versions: `>=1.4`. */
export const COMPARATOR = /^(>=|<=|>|<|=)?v?(\d{1,9}(?:\.\d{1,9}){0,3})$/i;

/** Whether a text is a range of versions, such as `>=1.4 <3`. */
export function isVersionRange(text: string): boolean {
  const parts = comparators(text);
  return parts.length > 0 && parts.every((part) => COMPARATOR.test(part));
}

/** Splits a range: `>= 1.4, < 3` gives `>=1.4` and `<3`. */
export function comparators(range: string): readonly string[] {
  return range
    .slice(0, 100)
    .replace(/([<>=])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** How many paths of `imports` are read, and how many characters of each. */
export const STATED_IMPORTS = { most: 50, characters: 200 } as const;

/**
 * Reads `extensions.skills_registry.imports`: the paths by which code imports the library, such as `boost/asio.hpp`, and
 * `boost/asio` for every header below. Trimmed; what can't be used is left out.
 */
export function statedImports(manifest: object): readonly string[] {
  const stated = ownMember(ownMember(ownMember(manifest, 'extensions'), 'skills_registry'), 'imports');
  if (!Array.isArray(stated)) return [];
  return stated
    .slice(0, STATED_IMPORTS.most)
    .filter(isImportPath)
    .map((path) => path.trim().replace(/\/$/, ''));
}

/** Whether a value is a path that code can import: without blanks, quotes and brackets. */
export function isImportPath(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= STATED_IMPORTS.characters &&
    /^[^\s'"<>]+$/.test(value.trim())
  );
}

/** What an author says of an entry: `extensions.skills_registry.entries["pitfalls.md#Heading"]`. */
export interface AuthorEntry {
  readonly file: string;
  readonly heading: string;
  /** The mistake and what it costs, in a sentence that stands in place of the title. */
  readonly danger?: string;
  /** What people ask who mean the entry, in their own words. Indexed, never shown. */
  readonly questions: readonly string[];
  /** Error messages and visible failures whose cause the entry is. */
  readonly symptoms: readonly string[];
}

export const AUTHOR_ENTRIES = {
  /** How many entries of a skill are read. */
  most: 200,
  /** How many characters `danger` may have. */
  danger: 90,
  /** How many questions and symptoms of an entry are read. */
  questions: 6,
  symptoms: 20,
  /** How many characters of a question are read. */
  question: 120,
  /** How many characters of a symptom are read. */
  symptom: 500,
} as const;

/** Reads what an author says of entries. What can't be used is left out, and `validate` says so. */
export function authorEntries(manifest: object): readonly AuthorEntry[] {
  const stated = ownMember(ownMember(ownMember(manifest, 'extensions'), 'skills_registry'), 'entries');
  if (!isJsonObject(stated)) return [];
  return Object.entries(stated)
    .slice(0, AUTHOR_ENTRIES.most)
    .flatMap(([place, facts]): AuthorEntry[] => {
      const named = entryPlace(place);
      if (named === undefined || !isJsonObject(facts)) return [];
      const { danger } = facts;
      return [
        {
          ...named,
          ...(typeof danger === 'string' &&
            isWritten(danger) && { danger: danger.slice(0, AUTHOR_ENTRIES.danger) }),
          questions: writtenTexts(facts['questions'], AUTHOR_ENTRIES.questions, AUTHOR_ENTRIES.question),
          symptoms: writtenTexts(facts['symptoms'], AUTHOR_ENTRIES.symptoms, AUTHOR_ENTRIES.symptom),
        },
      ];
    });
}

/** Splits the name of an entry, `pitfalls.md#Heading`. */
export function entryPlace(place: string): { readonly file: string; readonly heading: string } | undefined {
  const at = place.indexOf('#');
  const [file, heading] = [place.slice(0, at), place.slice(at + 1).trim()];
  return at < 1 || heading === '' ? undefined : { file, heading };
}

/** A title as it is compared: letters and digits alone, in lower case. */
export function plainTitle(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** How a text begins that an author still has to write. */
export const PLACEHOLDER_START = '{{write:';

function isWritten(text: string): boolean {
  return text.trim() !== '' && !text.includes(PLACEHOLDER_START);
}

function writtenTexts(stated: unknown, most: number, characters: number): readonly string[] {
  if (!Array.isArray(stated)) return [];
  return stated
    .slice(0, most)
    .filter((text): text is string => typeof text === 'string' && isWritten(text))
    .map((text) => text.slice(0, characters));
}

/** `{language}/{author}/{name}`, case-sensitive; segments not empty, `.` or `..`. */
export type SkillKey = string;

interface SkillKeyParts {
  readonly language: string;
  readonly author: string;
  readonly name: string;
}

/** A segment of a key: no path separator, control character, lone surrogate or leading dot. */
const SEGMENT = /^(?!\.)[^/\\\p{Cc}\p{Cs}]+$/u;

const isSegment = (part: string) => SEGMENT.test(part);

/** Splits a key into its three parts; undefined for other texts. */
export function parseSkillKey(text: string): SkillKeyParts | undefined {
  const parts = text.split('/');
  const [language, author, name] = parts;
  if (parts.length !== 3 || language === undefined || author === undefined || name === undefined)
    return undefined;
  return parts.every(isSegment) ? { language, author, name } : undefined;
}

/**
 * Makes the key of a skill.json from its repository and the library's name: `@babel/core` of babel/babel is
 * `js/babel/core`. Undefined without a usable language and repo.
 */
export function keyOfManifest(manifest: Readonly<Record<string, unknown>>): SkillKey | undefined {
  const parts = repositoryKey(manifest);
  if (parts === undefined) return undefined;
  const { language, author, name: repository } = parts;
  const { name } = manifest;
  const library = typeof name === 'string' ? name.replace(/^@[^/]*\//, '') : repository;
  const isOther = lettersOf(library) !== lettersOf(repository) && /^\w(?:[\w.-]{0,98}[\w-])?$/.test(library);
  return `${language}/${author}/${isOther ? library : repository}`;
}

/** The author is the outermost group, and a host has a dot: `gitlab.com/acme/backend/utils` is by `acme`. */
function repositoryKey({ language, repo }: Readonly<Record<string, unknown>>): SkillKeyParts | undefined {
  if (typeof language !== 'string' || typeof repo !== 'string') return undefined;
  const [host = '', ...path] = repo.split('/');
  if (path.length === 1) return parseSkillKey(`${language}/${repo}`);
  const isElsewhere = path.length > 1 && host.includes('.') && [host, ...path].every(isSegment);
  return isElsewhere ? parseSkillKey(`${language}/${path[0]}/${path.at(-1)}`) : undefined;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Whether a folder's key may be that of its skill.json. Another name is accepted (a repository of several libraries),
 * or another author (a repository that moved), but not both.
 */
export function fitsKey(key: SkillKey, manifest: Readonly<Record<string, unknown>>): boolean {
  const [parts, own] = [parseSkillKey(key), repositoryKey(manifest)];
  if (parts === undefined || own === undefined) return true;
  return parts.language === own.language && (parts.author === own.author || parts.name === own.name);
}
