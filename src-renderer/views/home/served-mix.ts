import type { SkillRow } from '../../skill/skill-row.ts';
import { formatCount, languageName } from '../../text/format.ts';

/** How many of the skills are of one language. */
export interface LanguageShare {
  readonly language: string;
  readonly name: string;
  readonly count: number;
}

/** How many skills of which language are served, the most first. */
export function languageMix(rows: readonly Pick<SkillRow, 'language'>[]): readonly LanguageShare[] {
  const counts = new Map<string, number>();
  for (const { language } of rows) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .map(([language, count]) => ({ language, name: languageName(language), count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** `52 C++, 11 Rust, 10 Go`: the bar for those who don't see it. */
export function mixWords(mix: readonly LanguageShare[]): string {
  return mix.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ');
}
