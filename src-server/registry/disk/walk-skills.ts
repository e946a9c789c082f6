import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { createSlices } from '../../event-loop-slices.ts';
import { isInside } from './inside.ts';
import { joinRelative } from './list-knowledge-files.ts';
import { realPathOf, statOf } from './quiet-fs.ts';

/** Skills are looked for this many folders below the folder that holds them. */
const MAX_DEPTH = 8;
/** Folders that hold no skills, however deep. */
const PASSED_OVER = new Set(['node_modules', '__pycache__']);

/** Whether a folder of this name is never looked into: hidden ones, and those that hold no skills. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || PASSED_OVER.has(name);
}

export interface WalkOptions {
  /** The registry's root: absolute, links resolved. */
  readonly root: string;
  /** Where to start, relative to the root. */
  readonly from: string;
  /** Called for each folder before it is read, so that a watcher misses nothing. */
  readonly onDirectory: (directory: string) => void;
  /** Called for each folder with a skill.json. */
  readonly onSkill: (found: FoundSkill) => Promise<void>;
}

export interface FoundSkill {
  /** Relative to the root, `/` between segments. */
  readonly folder: string;
  /** Absolute, links resolved. */
  readonly directory: string;
  /** What is in it. */
  readonly items: readonly Dirent[];
}

/**
 * Finds all folders with a skill.json at or below `from`, those inside another skill's folder included (`examples/`
 * excepted, which belongs to its skill). Links to folders are followed while they stay inside the registry.
 *
 * @returns what is wrong with the folders themselves
 */
export async function walkSkills(options: WalkOptions): Promise<readonly Diagnostic[]> {
  const { root, from, onDirectory, onSkill } = options;
  const diagnostics: Diagnostic[] = [];
  const breathe = createSlices();
  // Each target once, so that links among folders can't multiply them.
  const followed = new Set<string>([root]);

  const visit = async (folder: string, directory: string, depth: number): Promise<void> => {
    onDirectory(directory);
    const items = readItems(folder, directory, diagnostics);
    await breathe();
    const isSkill = items.some((item) => item.name === 'skill.json' && !item.isDirectory());
    if (isSkill) await onSkill({ folder, directory, items });
    if (depth >= MAX_DEPTH) return;
    for (const item of items) {
      if (isPassedOver(item.name) || (isSkill && item.name === 'examples')) continue;
      const child = joinRelative(folder, item.name);
      const path = join(directory, item.name);
      if (item.isDirectory()) await visit(child, path, depth + 1);
      else if (item.isSymbolicLink()) await followLink(child, path, depth + 1);
    }
  };

  const followLink = async (folder: string, link: string, depth: number): Promise<void> => {
    const target = realPathOf(link);
    if (target === undefined || followed.has(target) || isInside(target, link)) return;
    if (!statOf(target)?.isDirectory()) return;
    followed.add(target);
    if (isInside(root, target)) return visit(folder, target, depth);
    const message = `${folder} is a link to a folder outside of the registry and was not followed.`;
    diagnostics.push(diagnose('file-outside', message, { file: folder }));
  };

  const start = realPathOf(join(root, from));
  if (start !== undefined && isInside(root, start)) {
    await visit(from, start, from === '' ? 0 : from.split('/').length - 1);
  }
  return diagnostics;
}

function readItems(folder: string, directory: string, diagnostics: Diagnostic[]): readonly Dirent[] {
  try {
    const items = readdirSync(directory, { withFileTypes: true });
    return items.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') {
      diagnostics.push(
        diagnose('file-unreadable', `The folder ${folder} may not be read.`, { file: folder }),
      );
    }
    return [];
  }
}
