import type { SkillKey } from '../../contract/api.ts';

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
