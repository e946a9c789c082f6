/** One zone's rules, as import-zones.mjs says. */
export interface Zone {
  readonly files: string;
  readonly imports: readonly string[];
  readonly types?: readonly string[];
  readonly forbidden?: readonly string[];
  readonly packages: readonly string[];
  readonly node: 'none' | 'no files' | 'all';
  readonly openFiles?: readonly string[];
}

export const zones: readonly Zone[];
