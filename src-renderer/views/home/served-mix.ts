import type { SkillRow } from '../../skill/skill-row.ts';
import { formatCount, languageName } from '../../text/format.ts';

export interface LanguageShare {
  readonly language: string;
  readonly name: string;
  readonly count: number;
}

/** Largest count first. */
export function languageMix(rows: readonly Pick<SkillRow, 'language'>[]): readonly LanguageShare[] {
  const counts = new Map<string, number>();
  for (const { language } of rows) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .map(([language, count]) => ({ language, name: languageName(language), count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** `52 C++, 11 Rust, 10 Go` */
export function mixWords(mix: readonly LanguageShare[]): string {
  return mix.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ');
}
