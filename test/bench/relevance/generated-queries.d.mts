import type { JudgedQuery } from '../judge-ranking.mjs';

export const GENERATED: { skills: number; files: number; words: number; seed: number };
export function generatedQueries(): ReadonlyArray<
  Required<JudgedQuery> & { readonly class: string; readonly query: string }
>;
