import type { Language } from '../../contract/api/api.ts';

/** What one package file says, as it says it: nothing of it is checked yet. */
export interface PackageFacts {
  readonly language: Language;
  readonly name?: unknown;
  /** What the package is called in its ecosystem; default: `name`. */
  readonly packageName?: unknown;
  readonly version?: unknown;
  readonly summary?: unknown;
  readonly tags?: unknown;
  /** Where it says that its sources are; the surest first. */
  readonly sources: readonly unknown[];
  /** Its other pages, which may be at its sources' host; never documentation, funding or changes. */
  readonly pages: readonly unknown[];
}

/** The members of an object; none of anything else. */
export function table(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
