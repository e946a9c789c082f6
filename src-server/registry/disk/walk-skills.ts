import { join } from 'node:path';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { joinRelative } from '../model/relative-path.ts';
import { codeOf, type DiskReader, type FolderItem } from './disk-reader.ts';
import { isInside, pathIn } from './paths.ts';

export const MAX_SKILL_DEPTH = 8;
const PASSED_OVER = new Set(['node_modules', '__pycache__']);

/** Hidden, or without skills. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || PASSED_OVER.has(name);
}

interface WalkOptions {
  readonly reader: DiskReader;
  readonly root: string;
  readonly from: string;
  readonly onDirectory: (directory: string) => void;
  readonly onSkill: (found: FoundSkill) => void;
  readonly onOther: (found: FoundFolder) => void;
  /** Another link, unreadable now, leads to the target. */
  readonly isKept: (target: string) => boolean;
  readonly onUnreadable: (path: string, code: string) => void;
}

export interface FoundFolder {
  readonly folder: string;
  readonly items: readonly FolderItem[];
}

export interface FoundSkill extends FoundFolder {
  readonly directory: string;
}

interface Walked {
  readonly diagnostics: readonly Diagnostic[];
  readonly links: ReadonlyMap<string, string>;
}

/**
 * Folders with a skill.json, also inside skills except in `examples/`. Follows links inside the registry,
 * each target once.
 */
export function walkSkills(options: WalkOptions): Walked {
  const { reader, root, from, onDirectory, onSkill, onOther, isKept, onUnreadable } = options;
  const diagnostics: Diagnostic[] = [];
  const links = new Map<string, string>();
  // Once per target, since links among folders could multiply them.
  const followed = new Set<string>([root]);

  const visit = (folder: string, directory: string, depth: number): void => {
    onDirectory(directory);
    const listing = tolerating(folder, () => reader.list(directory));
    const items = listing?.items ?? [];
    for (const name of listing?.unnamable ?? [])
      diagnostics.push(reportUnnamable(joinRelative(folder, name)));
    const isSkill = items.some((item) => item.name === 'skill.json' && item.kind !== 'folder');
    if (isSkill) onSkill({ folder, directory, items });
    else onOther({ folder, items });
    for (const item of items) {
      if (isPassedOver(item.name) || (isSkill && item.name === 'examples')) continue;
      if (item.kind !== 'folder' && item.kind !== 'link') continue;
      const child = joinRelative(folder, item.name);
      if (depth >= MAX_SKILL_DEPTH) diagnostics.push(reportDepth(child));
      else if (item.kind === 'folder') visit(child, pathIn(directory, item.name), depth + 1);
      else tolerating(child, () => followLink(child, pathIn(directory, item.name), depth + 1));
    }
  };

  const followLink = (folder: string, link: string, depth: number): void => {
    const target = reader.realPath(link);
    if (target === undefined || followed.has(target) || isKept(target) || isInside(target, link)) return;
    if (reader.stat(target)?.kind !== 'folder') return;
    followed.add(target);
    links.set(folder, target);
    if (isInside(root, target)) {
      visit(folder, target, depth);
    } else {
      const message = `${folder} is a link to a folder outside of the registry and was not followed.`;
      diagnostics.push(diagnose('file-outside', message, { file: folder }));
    }
  };

  const tolerating = <T>(path: string, read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      onUnreadable(path, codeOf(error));
      return undefined;
    }
  };

  const start = tolerating(from, () => reader.realPath(join(root, from)));
  if (start !== undefined && start !== join(root, from)) links.set(from, start);
  if (start !== undefined && isInside(root, start))
    visit(from, start, from === '' ? 0 : from.split('/').length - 1);
  return { diagnostics, links };
}

export function reportUnnamable(file: string): Diagnostic {
  return diagnose('name-not-utf8', `The name of ${file} is not UTF-8, so nobody can ask for it.`, { file });
}

function reportDepth(file: string): Diagnostic {
  return diagnose('folder-too-deep', `${file} lies too deep to be looked into for skills.`, { file });
}
