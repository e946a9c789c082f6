import type { SearchDocument } from '../search-document.ts';
import { plainSummary } from '../summary.ts';
import { runsOf } from '../words/text-scanner.ts';
import { canonicalName, foldText, wordsOf } from '../words/word-analysis.ts';

/** A document's fields as they are matched. */
export interface KeywordFields {
  readonly name: readonly string[];
  readonly tags: readonly string[];
  readonly summary: readonly string[];
  /** The name without anything between its words; empty where it has none. */
  readonly wholeName: string;
  /** The same of each tag. */
  readonly wholeTags: ReadonlySet<string>;
}

export function keywordFields({ name, tags, summary }: SearchDocument): KeywordFields {
  return {
    name: fieldWords([name]),
    tags: fieldWords(tags),
    summary: fieldWords([plainSummary(summary)]),
    wholeName: joined(name),
    wholeTags: new Set(tags.map(joined)),
  };
}

/** A query as it is matched. */
export interface KeywordQuery {
  /** Its words, each once: `hash-map` and `hash_map` are two. None where it has no letter and no digit. */
  readonly words: readonly string[];
  /** The query without anything between its words. */
  readonly whole: string;
}

export function keywordQuery(query: string): KeywordQuery {
  const words = runsOf(query).flatMap((run) => foldText(run).split('_'));
  const telling = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return { words: [...new Set(telling.map(canonicalName))], whole: joined(query) };
}

/** Each word of the texts once, identifiers in parts as well. */
function fieldWords(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of runsOf(text)) {
      for (const { surface } of wordsOf(run)) {
        for (const part of surface.split('_')) if (part !== '') words.add(canonicalName(part));
      }
    }
  }
  return [...words];
}

/** A text without anything between its words, so that `hash map` is the `hashmap` of another. */
export function joined(text: string): string {
  return runsOf(text)
    .map((run) => canonicalName(foldText(run)).replaceAll('_', ''))
    .join('');
}
