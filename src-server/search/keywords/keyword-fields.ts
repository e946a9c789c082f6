import type { SearchDocument } from '../search-document.ts';
import { plainSummary } from '../summary.ts';
import { runsOf } from '../words/text-scanner.ts';
import { canonicalName, foldText, type ToWord, wordsOf } from '../words/word-analysis.ts';

/** Stands around each word of a field. No word of a query has a line break. */
export const BORDER = '\n';

/** Name, tags and summary of a skill as keyword search reads them. Plain values. */
export interface KeywordFields {
  /** Words of the name, then of the tags, then of the summary, with a border around each word. */
  readonly text: string;
  /** Offsets in `text`: the end of the name's words and of the tags' words. */
  readonly nameEnd: number;
  readonly tagsEnd: number;
  /** The name without anything between its words: `flathashmap` for `flat_hash_map`. */
  readonly wholeName: string;
  /** The same of each tag. */
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

/** A parsed query. */
export interface KeywordQuery {
  /** Distinct words. Empty if the query has no letter and no digit. */
  readonly words: readonly string[];
  /** The query without anything between its words. */
  readonly whole: string;
}

export function keywordQuery(query: string): KeywordQuery {
  const words = runsOf(query).flatMap((run) => foldText(run).split('_'));
  const telling = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return { words: [...new Set(telling.map(canonicalName))], whole: joined(query) };
}

/** Keyword search has no use for stems, which are slow to make. */
const asWritten: ToWord = (surface) => ({ surface, term: surface });

/** The distinct words of the texts, parts of identifiers included, each with a border behind it. */
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
