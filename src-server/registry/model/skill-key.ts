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

/** The key that a manifest claims, `<language>/<repo>`; undefined where it has none or they make no key. */
export function keyOfManifest(manifest: Readonly<Record<string, unknown>>): SkillKey | undefined {
  const { language, repo } = manifest;
  if (typeof language !== 'string' || typeof repo !== 'string') return undefined;
  const key = `${language}/${repo}`;
  return parseSkillKey(key) === undefined ? undefined : key;
}

/**
 * The key that a new skill gets: `<language>/<author>/<name>` by the author of its repository and its library's name,
 * since one repository may hold several libraries (`@babel/core` of babel/babel is `js/babel/core`); `<language>/<repo>`
 * where the name only writes the repository's otherwise, or can't stand in a key.
 */
export function keyOfLibrary(manifest: Readonly<Record<string, unknown>>): SkillKey | undefined {
  const key = keyOfManifest(manifest);
  const parts = key === undefined ? undefined : parseSkillKey(key);
  const { name } = manifest;
  if (parts === undefined || typeof name !== 'string') return key;
  const library = name.replace(/^@[^/]*\//, '');
  const isOther = lettersOf(library) !== lettersOf(parts.name) && /^\w(?:[\w.-]{0,98}[\w-])?$/.test(library);
  return isOther ? `${parts.language}/${parts.author}/${library}` : key;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Whether a skill's `repo` and `language` may be those of its key. In a repository of several libraries a key has the
 * repository's author and a name of its own; of a repository that moved, its name is the same.
 */
export function fitsKey(key: SkillKey, manifest: Readonly<Record<string, unknown>>): boolean {
  const [parts, own] = [parseSkillKey(key), parseSkillKey(keyOfManifest(manifest) ?? '')];
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
