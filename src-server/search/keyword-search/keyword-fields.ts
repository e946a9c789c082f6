import type { SearchDocument } from '../search-document.ts';
import { plainSummary } from '../words/plain-summary.ts';
import { runsOf } from '../words/text-scanner.ts';
import { canonicalName, foldText, type ToWord, wordsOf } from '../words/word-analysis.ts';

export const BORDER = '\n';

export interface KeywordFields {
  /** Of name, tags and summary, between borders. */
  readonly text: string;
  readonly nameEnd: number;
  readonly tagsEnd: number;
  /** Name without separators: `flathashmap` for `flat_hash_map`. */
  readonly wholeName: string;
  /** Tags without separators. */
  readonly wholeTags: readonly string[];
}

export function keywordFields({
  name,
  tags,
  summary,
}: Pick<SearchDocument, 'name' | 'tags' | 'summary'>): KeywordFields {
  const nameText = BORDER + borderedWords([name]);
  const throughTags = nameText + borderedWords(tags);
  return {
    text: throughTags + borderedWords([plainSummary(summary)]),
    nameEnd: nameText.length,
    tagsEnd: throughTags.length,
    wholeName: joined(name),
    wholeTags: tags.map(joined),
  };
}

export interface KeywordQuery {
  readonly words: readonly string[];
  readonly whole: string;
}

export function keywordQuery(query: string): KeywordQuery {
  const words = runsOf(query).flatMap((run) => foldText(run).split('_'));
  const telling = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return { words: [...new Set(telling.map(canonicalName))], whole: joined(query) };
}

/** Stemming is slow and needless. */
const asWritten: ToWord = (surface) => ({ surface, term: surface });

function borderedWords(texts: readonly string[]): string {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of runsOf(text)) {
      for (const { surface } of wordsOf(run, asWritten)) {
        for (const part of surface.split('_')) if (part !== '') words.add(canonicalName(part) + BORDER);
      }
    }
  }
  return [...words].join('');
}

function joined(text: string): string {
  return runsOf(text)
    .map((run) => canonicalName(foldText(run)).replaceAll('_', ''))
    .join('');
}
