import { dirname, relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { isInside, joinRelative, pathIn } from '../paths.ts';
import type { Disk, FolderItem } from './disk.ts';
import type { FoundFile } from './read-text.ts';
import { type FoundSkill, MAX_DEPTH, servableItems, type WalkEvents } from './walk-skills.ts';

const MAX_SKILL_FILES = 200;

/**
 * Servable files: markdown in the skill's folder, everything in `examples/`, and markdown elsewhere that skill.json
 * lists. Skips dot-files and irregular files; reports links out of the folder.
 */
export function listFiles(
  disk: Disk,
  { folder, directory, items }: FoundSkill,
  listed: readonly string[],
  { onDirectory, tolerating }: WalkEvents,
): { readonly files: ReadonlyMap<string, FoundFile>; readonly diagnostics: readonly Diagnostic[] } {
  const files = new Map<string, FoundFile>();
  const diagnostics: Diagnostic[] = [];
  // Links could multiply files.
  const followed = new Set([directory]);
  let isFull = false;

  const add = (path: string, real: string): void => {
    const item = disk.stat(real);
    if (item?.kind !== 'file' || files.has(path)) return;
    if (files.size >= MAX_SKILL_FILES) isFull = true;
    else files.set(path, { path: real, item });
  };

  const visit = (path: string, { name, kind }: FolderItem, depth: number): void => {
    if (name.startsWith('.') || kind === 'other') return;
    tolerating(joinRelative(folder, path), () => {
      const real = pathIn(directory, path);
      if (kind === 'folder') visitFolder(path, real, depth);
      else if (kind === 'file') add(path, real);
      else followLink(path, depth);
    });
  };

  const visitFolder = (path: string, real: string, depth: number): void => {
    if (depth >= MAX_DEPTH) {
      report('folder-too-deep', path, `${path} lies deeper than ${MAX_DEPTH} folders`);
      return;
    }
    onDirectory(real);
    for (const item of servableItems(disk.list(real) ?? [], joinRelative(folder, path), diagnostics))
      visit(`${path}/${item.name}`, item, depth + 1);
  };

  const followLink = (path: string, depth: number): void => {
    const target = resolveInside(path);
    const kind = target && disk.stat(target)?.kind;
    if (target === undefined) return;
    if (kind === 'file') add(path, target);
    if (kind !== 'folder' || followed.has(target) || isInside(target, pathIn(directory, path))) return;
    followed.add(target);
    visitFolder(path, target, depth);
  };

  const resolveInside = (path: string): string | undefined => {
    const target = disk.realPath(pathIn(directory, path));
    if (target === undefined) return undefined;
    if (isInside(directory, target)) return isPrivate(relative(directory, target)) ? undefined : target;
    const message = `${path} is a link that leads out of the skill's folder.`;
    diagnostics.push(diagnose('file-outside', message, { file: joinRelative(folder, path) }));
    return undefined;
  };

  const visitListed = (path: string): void => {
    const real = resolveInside(path);
    if (real === undefined) return;
    onDirectory(dirname(real));
    // A disk that ignores case finds other spellings, too.
    const found = relative(directory, real).split(sep).join('/');
    if (found === path || found.toLowerCase() !== path.toLowerCase()) add(path, real);
  };

  const report = (code: 'file-limit' | 'folder-too-deep', path: string, what: string): void => {
    const file = joinRelative(folder, path);
    const place = file === '' ? {} : { file };
    diagnostics.push(diagnose(code, `${what} in ${folder}; the rest is not served.`, place));
  };

  for (const item of items) {
    const isExamples = item.name === 'examples' && item.kind !== 'file';
    if (isExamples || (/\.md$/i.test(item.name) && item.kind !== 'folder')) visit(item.name, item, 0);
  }
  for (const path of listed) tolerating(joinRelative(folder, path), () => visitListed(path));
  if (isFull) report('file-limit', '', `more than ${MAX_SKILL_FILES} files`);
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), diagnostics };
}

function isPrivate(path: string): boolean {
  return path === '' || path === 'skill.json' || path.split(sep).some((segment) => segment.startsWith('.'));
}
