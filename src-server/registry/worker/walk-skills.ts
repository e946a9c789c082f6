import { join } from 'node:path';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { joinRelative } from '../model/relative-path.ts';
import { isInside, pathIn } from '../paths.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import { codeOf, type Disk, type FolderItem } from './disk.ts';

/** Levels below the skills folder, and below `examples/`. */
export const MAX_DEPTH = 4;

export interface FoundFolder {
  readonly folder: string;
  readonly items: readonly FolderItem[];
}

export interface FoundSkill extends FoundFolder {
  readonly directory: string;
}

interface WalkEvents {
  readonly onDirectory: (directory: string) => void;
  readonly onSkill: (found: FoundSkill) => void;
  readonly onOther: (found: FoundFolder) => void;
  readonly onUnreadable: (path: string, code: string) => void;
}

/**
 * Folders with a skill.json, also inside skills except in `examples/`. Follows links inside the registry,
 * each target once.
 */
export function walkSkills(
  disk: Disk,
  { root, skillsFolder }: RegistryLocation,
  { onDirectory, onSkill, onOther, onUnreadable }: WalkEvents,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  // Once per target, since links among folders could multiply them.
  const followed = new Set<string>([root]);

  const visit = (folder: string, directory: string, depth: number): void => {
    onDirectory(directory);
    const listing = tolerating(folder, () => disk.list(directory));
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
      if (depth >= MAX_DEPTH) {
        if (item.kind === 'folder') diagnostics.push(reportDepth(child));
      } else if (item.kind === 'folder') visit(child, pathIn(directory, item.name), depth + 1);
      else tolerating(child, () => followLink(child, pathIn(directory, item.name), depth + 1));
    }
  };

  const followLink = (folder: string, link: string, depth: number): void => {
    const target = disk.realPath(link);
    if (target === undefined || followed.has(target) || isInside(target, link)) return;
    if (disk.stat(target)?.kind !== 'folder') return;
    followed.add(target);
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

  const start = tolerating(skillsFolder, () => disk.realPath(join(root, skillsFolder)));
  if (start !== undefined && isInside(root, start)) visit(skillsFolder, start, 0);
  return diagnostics;
}

const PASSED_OVER = new Set(['node_modules', '__pycache__']);

/** Hidden, or without skills. */
function isPassedOver(name: string): boolean {
  return name.startsWith('.') || PASSED_OVER.has(name);
}

export function reportUnnamable(file: string): Diagnostic {
  return diagnose('name-not-utf8', `The name of ${file} is not UTF-8, so nobody can ask for it.`, { file });
}

function reportDepth(file: string): Diagnostic {
  return diagnose('folder-too-deep', `${file} lies too deep to be looked into for skills.`, { file });
}
