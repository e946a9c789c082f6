import type { SearchDocument } from '../search-document.ts';
import { plainSummary } from '../summary.ts';
import { runsOf } from '../words/text-scanner.ts';
import { canonicalName, foldText, type ToWord, wordsOf } from '../words/word-analysis.ts';

/** Surrounds each word of a field. Query words have no line break. */
export const BORDER = '\n';

/** Name, tags and summary, prepared for keyword search. */
export interface KeywordFields {
  /** Words of name, tags and summary in this order, each between borders. */
  readonly text: string;
  /** Offsets in `text` after the name's words and after the tags' words. */
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
  /** Distinct words; empty if the query has no letter or digit. */
  readonly words: readonly string[];
  /** Query without separators. */
  readonly whole: string;
}

export function keywordQuery(query: string): KeywordQuery {
  const words = runsOf(query).flatMap((run) => foldText(run).split('_'));
  const telling = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return { words: [...new Set(telling.map(canonicalName))], whole: joined(query) };
}

/** Keyword search needs no stems, and stemming is slow. */
const asWritten: ToWord = (surface) => ({ surface, term: surface });

/** Distinct words of the texts and parts of identifiers, each followed by a border. */
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
