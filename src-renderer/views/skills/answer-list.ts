import type { FindResponse, FindResult } from '../../../src-server/contract/api/api.ts';
import { verdictSentence } from '../../../src-server/contract/words/verdict-sentence.ts';
import { nameInKey, rowsNamed, type SkillRow } from '../../domain/skill-row.ts';
import { href } from '../../router/route.ts';
import { plural } from '../../text/format.ts';

const MOST_NAMED = 5;
/** Of answers that are not sure. */
const MOST_UNSURE = 3;

export interface AnswerRow {
  readonly key: string;
  readonly name: string;
  readonly version: string | undefined;
  readonly risk: string | undefined;
  readonly summary: string | undefined;
  /** Its name is what was typed. */
  readonly isNamed: boolean;
  /** Absent of one that was found by its name alone. */
  readonly result: FindResult | undefined;
}

export interface AnswerList {
  /** Best first. */
  readonly shown: readonly AnswerRow[];
  /** Share only a few words with the question. */
  readonly weaker: readonly AnswerRow[];
  /** Such as `3 answers`. */
  readonly caption: string;
  /** Why the answers are not sure; undefined if they are. */
  readonly verdict: string | undefined;
  /** Nothing here answers. */
  readonly isNone: boolean;
  /** Words that no skill has. */
  readonly missing: readonly string[];
}

/** Names as one types, then what answers; what is weak comes last and folded. */
export function toAnswerList(
  typed: string,
  rows: readonly SkillRow[],
  answer: FindResponse | undefined,
): AnswerList {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const results = new Map((answer?.results ?? []).map((result) => [result.key, result]));
  const toRow = (key: string, isNamed: boolean): AnswerRow => {
    const { name = nameInKey(key), version, risk, summary } = byKey.get(key) ?? {};
    return { key, name, version, risk, summary, isNamed, result: results.get(key) };
  };
  const named = rowsNamed(typed, rows, MOST_NAMED).map(({ key }) => toRow(key, true));
  const namedKeys = new Set(named.map(({ key }) => key));
  const found = withheldLast(
    [...results.keys()].filter((key) => !namedKeys.has(key)).map((key) => toRow(key, false)),
  );
  const question = answer?.question;
  const isUnsure = question?.strength === 'weak';
  const sure = isUnsure
    ? found.slice(0, named.length > 0 ? 0 : MOST_UNSURE)
    : found.filter(({ result }) => result?.strength !== 'weak');
  const shown = withheldLast([...named, ...sure]);
  const isNone =
    named.length === 0 && answer !== undefined && (found.length === 0 || question?.verdict === 'none');
  return {
    shown: isNone ? [] : shown,
    weaker: isNone ? found : found.filter((row) => !sure.includes(row)),
    caption: shown.length === 0 ? '' : plural(shown.length, 'answer'),
    verdict: named.length > 0 || question === undefined ? undefined : verdictSentence(question),
    isNone,
    missing: (question?.words ?? []).filter(({ skills }) => skills === 0).map(({ word }) => word),
  };
}

const isWithheld = ({ result }: AnswerRow) => result?.warning !== undefined;

function withheldLast(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  return [...rows].sort((a, b) => Number(isWithheld(a)) - Number(isWithheld(b)));
}

/** What opens by itself: what agents don't get only where its name was typed. */
export function bestOf(rows: readonly AnswerRow[]): AnswerRow | undefined {
  return rows.find((row) => row.isNamed || !isWithheld(row));
}

/** The section that answers; none of a text that agents don't get, whose warning stands at the top. */
export function placeIn(row: AnswerRow): { readonly file?: string; readonly line?: number } {
  const section = row.result?.section;
  return section === undefined || isWithheld(row) ? {} : { file: section.file, line: section.line_start };
}

export function hrefOf(row: AnswerRow, question: string): string {
  return href({ view: 'skill', key: row.key, ...placeIn(row), ...(question !== '' && { q: question }) });
}
