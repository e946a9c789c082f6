import type { SkillKey } from '../../contract/api/api.ts';

/** The three parts of a key. */
export interface SkillKeyParts {
  readonly language: string;
  readonly author: string;
  readonly name: string;
}

/** One part of a key: no separator of any system, no control character or half of a character, not a dot-name. */
const SEGMENT = /^(?!\.)[^/\\\p{Cc}\p{Cs}]+$/u;

/** The parts of `language/author/name`, or undefined where `text` is no key. */
export function parseSkillKey(text: string): SkillKeyParts | undefined {
  const parts = text.split('/');
  const [language, author, name] = parts;
  if (parts.length !== 3 || language === undefined || author === undefined || name === undefined)
    return undefined;
  return parts.every((part) => SEGMENT.test(part)) ? { language, author, name } : undefined;
}

/**
 * The key of a skill whose path gives none: `<language>/<author>/<name>`, by the author of its repository and its
 * library's name, since one repository may hold several libraries (`@babel/core` of babel/babel is `js/babel/core`).
 * The repository's name is used if the library's name has the same letters or can't be in a key. Undefined if
 * skill.json has no usable language and repo.
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

/** The parts of `<language>/<repo>`; undefined if they make no key. */
function repositoryKey({ language, repo }: Readonly<Record<string, unknown>>): SkillKeyParts | undefined {
  return typeof language === 'string' && typeof repo === 'string'
    ? parseSkillKey(`${language}/${repo}`)
    : undefined;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Whether a skill's `repo` and `language` may be those of its key. In a repository of several libraries a key has the
 * repository's author and a name of its own; of a repository that moved, its name is the same.
 */
export function fitsKey(key: SkillKey, manifest: Readonly<Record<string, unknown>>): boolean {
  const [parts, own] = [parseSkillKey(key), repositoryKey(manifest)];
  if (parts === undefined || own === undefined) return true;
  return parts.language === own.language && (parts.author === own.author || parts.name === own.name);
}

/** Order of paths by their UTF-8 bytes, the same on every system; without encoding them. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA !== unitB) return codePointRank(unitA) - codePointRank(unitB);
  }
  return a.length - b.length;
}

/** Moves surrogates behind all other code units: they stand for the code points from U+10000 on. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
