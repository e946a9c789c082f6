export interface Judged {
  readonly ndcg10: number;
  readonly recall10: number;
  readonly success1: number;
}
export interface JudgedQuery {
  readonly relevant?: Readonly<Record<string, number>>;
}
export function canonicaliser(aliases?: Readonly<Record<string, string>>): (key: string) => string;
export function judge(query: JudgedQuery, keys: readonly string[], canon: (key: string) => string): Judged;
export interface ShownResult {
  readonly key: string;
  readonly section?: { readonly file: string; readonly heading: string | null };
}
export function judgeSections(
  query: { readonly sections?: Readonly<Record<string, readonly string[]>> },
  results: readonly ShownResult[],
): { readonly right: number };
export function mean(values: readonly number[]): number;
export function standardError(values: readonly number[]): number;
export function meanWithError(values: readonly number[]): string;
