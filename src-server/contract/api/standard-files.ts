import { PRIORITIES, type Priority } from './api.ts';

export const STANDARD_FILES = {
  P0: ['overview.md', 'pitfalls.md', 'safety.md'],
  P1: ['lifecycle.md', 'threading.md', 'best-practices.md'],
  P2: ['performance.md'],
} as const;

/** Reading order of new skills. */
export const STANDARD_READ_ORDER = ['overview.md', 'safety.md', 'pitfalls.md'] as const;

/** Paths are relative to the skill's folder. */
export function isRequiredFile(path: string): boolean {
  return STANDARD_FILES.P0.some((name) => name === path);
}

export function isExample(path: string): boolean {
  return /^examples\/./s.test(path);
}

/** Undefined unless specified. */
export function standardPriority(path: string): Priority | undefined {
  if (isExample(path)) return 'P3';
  return PRIORITIES.find(
    (priority) => priority !== 'P3' && STANDARD_FILES[priority].some((name) => name === path),
  );
}
