import { basename, dirname, sep } from 'node:path';
import type { SkillKey } from '../contract/api.ts';

export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Joins a folder of the system and a path with `/`, ten times as fast as `join`. */
export function pathIn(folder: string, path: string): string {
  const own = sep === '/' ? path : path.replaceAll('/', sep);
  return folder.endsWith(sep) ? folder + own : folder + sep + own;
}

/** Returns the name of a folder, with its parent if it is hidden: `widgets/.skills`. */
export function folderName(root: string): string {
  const name = basename(root);
  return (name.startsWith('.') ? `${basename(dirname(root))}/${name}` : name) || root;
}

/** Joins paths that are relative to a registry's root. They have `/`; '' is the root. */
export function joinRelative(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether a path is a folder or lies in it. Both are relative to a registry's root. */
export function isInFolder(folder: string, path: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

interface SkillKeyParts {
  readonly language: string;
  readonly author: string;
  readonly name: string;
}

/** A segment of a key: no path separator, control character, lone surrogate or leading dot. */
const SEGMENT = /^(?!\.)[^/\\\p{Cc}\p{Cs}]+$/u;

const isSegment = (part: string) => SEGMENT.test(part);

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
