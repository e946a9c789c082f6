/** Tests that something stands in the way of: skipped with a reason, which `npm test` prints. */
import { existsSync } from 'node:fs';
import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. */
    skipped?: string;
  }
}

/** Why a test can't run here; undefined where it can. */
export type Reason = string | undefined;

export const onWindows: Reason =
  process.platform === 'win32' ? 'Windows has no such files, signals or shells' : undefined;
export const notOnLinux: Reason =
  process.platform === 'linux' ? undefined : 'what it looks at only Linux shows or allows';
export const asRoot: Reason = process.getuid?.() === 0 ? 'root may read and write everything' : undefined;
export const notAsRoot: Reason =
  process.getuid?.() === 0 ? undefined : 'only root may give a file to another user';

/** For tests on data that isn't part of the project. */
export function without(path: string): Reason {
  return existsSync(path) ? undefined : `${path} isn’t here; it is no part of the project`;
}

/** Options of a `describe` or an `it`: skipped with the first of these reasons, run where there is none. */
export function unless(...reasons: readonly Reason[]): { readonly skip?: true; readonly meta?: object } {
  const reason = reasons.find((one) => one !== undefined);
  return reason === undefined ? {} : { skip: true, meta: { skipped: reason } };
}

/** Skips the running test, which has found out by itself what stands in its way. */
export function skipNow({ skip, task }: TestContext, reason: string): void {
  task.meta.skipped = reason;
  skip(reason);
}
