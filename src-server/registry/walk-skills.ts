import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { isInside } from './inside.ts';
import { joinRelative } from './knowledge-files.ts';

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
}

export interface FoundSkills {
  readonly folders: ReadonlyArray<{
    /** Relative to the root, `/` between segments. */
    readonly folder: string;
    /** Absolute, links resolved. */
    readonly directory: string;
  }>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds all folders with a skill.json at or below `from`, those inside another skill's folder included (`examples/`
 * excepted, which belongs to its skill). Links to folders are followed while they stay inside the registry.
 */
export async function walkSkills({ root, from, onDirectory }: WalkOptions): Promise<FoundSkills> {
  const folders: Array<FoundSkills['folders'][number]> = [];
  const diagnostics: Diagnostic[] = [];

  const visit = async (
    folder: string,
    directory: string,
    depth: number,
    ancestors: readonly string[],
  ): Promise<void> => {
    onDirectory(directory);
    const items = await fs
      .readdir(directory, { withFileTypes: true })
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EACCES' || error.code === 'EPERM') {
          diagnostics.push(
            diagnose('file-unreadable', `The folder ${folder} may not be read.`, { file: folder }),
          );
        }
        return [];
      });
    const isSkill = items.some((item) => item.name === 'skill.json' && !item.isDirectory());
    if (isSkill) folders.push({ folder, directory });
    if (depth >= MAX_DEPTH) return;
    await Promise.all(
      items.map(async (item) => {
        if (isPassedOver(item.name) || (isSkill && item.name === 'examples')) return;
        const child = joinRelative(folder, item.name);
        if (item.isDirectory()) return visit(child, join(directory, item.name), depth + 1, ancestors);
        if (item.isSymbolicLink()) return followLink(child, join(directory, item.name), depth + 1, ancestors);
      }),
    );
  };

  const followLink = async (
    folder: string,
    link: string,
    depth: number,
    ancestors: readonly string[],
  ): Promise<void> => {
    const target = await fs.realpath(link).catch(() => undefined);
    if (target === undefined || ancestors.includes(target)) return;
    const stats = await fs.stat(target).catch(() => undefined);
    if (!stats?.isDirectory()) return;
    if (isInside(root, target)) return visit(folder, target, depth, [...ancestors, target]);
    const message = `${folder} is a link to a folder outside of the registry and was not followed.`;
    diagnostics.push(diagnose('file-outside', message, { file: folder }));
  };

  const start = await fs.realpath(join(root, from)).catch(() => undefined);
  if (start !== undefined && isInside(root, start)) {
    await visit(from, start, from === '' ? 0 : from.split('/').length - 1, [root]);
  }
  return { folders, diagnostics };
}
