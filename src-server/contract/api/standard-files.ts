/** The knowledge files that the specification names. */
import { PRIORITIES, type Priority } from './api.ts';

/** The files that have a name of their own in the specification. */
export const STANDARD_FILES = {
  P0: ['overview.md', 'pitfalls.md', 'safety.md'],
  P1: ['lifecycle.md', 'threading.md', 'best-practices.md'],
  P2: ['performance.md'],
} as const;

/** The required files in the order in which a new skill has them read. */
export const STANDARD_READ_ORDER = ['overview.md', 'safety.md', 'pitfalls.md'] as const;

/**
 * Whether the specification asks for it in every skill.
 *
 * @param path relative to the skill's folder
 */
export function isRequiredFile(path: string): boolean {
  return STANDARD_FILES.P0.some((name) => name === path);
}

/**
 * Whether it lies under `examples/`.
 *
 * @param path relative to the skill's folder
 */
export function isExample(path: string): boolean {
  return /^examples\/./s.test(path);
}

/**
 * The priority that the specification gives the file; undefined for a file it doesn't name.
 *
 * @param path relative to the skill's folder
 */
export function standardPriority(path: string): Priority | undefined {
  if (isExample(path)) return 'P3';
  return PRIORITIES.find(
    (priority) => priority !== 'P3' && STANDARD_FILES[priority].some((name) => name === path),
  );
}
