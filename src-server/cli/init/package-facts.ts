import type { Language } from '../../contract/api/api.ts';

/** Unchecked. */
export interface LibraryManifest {
  readonly language: Language;
  readonly name?: unknown;
  /** In the ecosystem; default: `name`. */
  readonly packageName?: unknown;
  readonly version?: unknown;
  /** Surest first. */
  readonly sources: readonly unknown[];
  /** No documentation, funding or changes. */
  readonly pages: readonly unknown[];
}

/** Empty unless an object. */
export function table(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
