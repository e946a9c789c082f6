/** What skill.json's `extensions` may say: packages, and what authors know of entries. */
import { isJsonObject, ownMember } from './api.ts';

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
