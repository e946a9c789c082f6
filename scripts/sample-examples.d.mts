/** How an example of the sample registry is run; see sample-examples.mjs. */
export interface Example {
  readonly key: string;
  readonly file: string;
  readonly commands: readonly string[];
  readonly probe: string;
  readonly postgres?: boolean;
  readonly run: string;
}
export interface Found {
  readonly commands: ReadonlySet<string>;
  readonly version: string | undefined;
  readonly postgres: boolean;
}
export const EXAMPLES: readonly Example[];
export function chooseExamples(words: readonly string[], examples?: readonly Example[]): Example[];
export function reasonToSkip(example: Example, found: Found): string | undefined;
