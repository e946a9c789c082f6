import type { IndexEntry } from './api.ts';
import { isBlank } from './outside-text.ts';

/** What stands under the name of a skill, and what it is: `danger` has a triangle, what follows from texts is grey. */
export interface SkillLine {
  readonly kind: 'withheld' | 'summary' | 'danger' | 'derived';
  /** The sentence in one line; it is never empty. */
  readonly text: string;
}

/**
 * Says of a skill in a list why agents don't get it, else the summary that a file declares, else what bites first, else
 * what its texts or tags begin with.
 */
export function skillLine(entry: IndexEntry): SkillLine {
  const { summary = '', tags = [], _withheld: why, _danger: danger = '', _derived: isDerived } = entry;
  if (why !== undefined) return { kind: 'withheld', text: `Withheld from agents: ${why}` };
  const isDeclared = !isDerived && !isBlank(summary);
  if (isDeclared && !saysOnlyName(entry, summary)) return { kind: 'summary', text: summary };
  if (!isBlank(danger)) return { kind: 'danger', text: danger };
  const begins = isDerived ? summary : '';
  const derived = [begins, tags.join(', ')].find((text) => !isBlank(text));
  return { kind: 'derived', text: derived ?? 'It has no overview and no pitfall yet.' };
}

/** Whether a summary says nothing but which library the skill is for: `LibSkills skill for google/snappy`. */
function saysOnlyName({ key, name }: IndexEntry, summary: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = new Set([...OF_ANY_SKILL, ...wordsOf(key), ...wordsOf(name)]);
  return wordsOf(summary).every((word) => known.has(word));
}

const OF_ANY_SKILL = ['libskills', 'skills', 'skill', 'for', 'the', 'a', 'an', 'of', 'library'];
