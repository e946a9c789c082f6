/** What is shown for a question, and what opens by itself. */

import { verdictSentence } from '../../../src-server/contract/agent-lines.ts';
import type { FindResponse, FindResult, SearchResponse } from '../../../src-server/contract/api.ts';
import { isSaidWithheld } from '../../../src-server/contract/service.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import { nameInKey, type SkillRow } from '../../domain/skill-rows.ts';
import { href } from '../../router.ts';

const MOST_NAMED = 3;
/** The most answers that are shown where none is sure. */
const MOST_UNSURE = 3;

/** What was found so far; undefined is not found yet. */
export interface Found {
  /** The answer of `/v1/search`, which matches name, tags and summary. */
  readonly names: SearchResponse | undefined;
  /** The answer of `/v1/find`, which matches the texts. */
  readonly answer: FindResponse | undefined;
}

interface Row {
  /** What names the row. A skill's row by name and its answer have different ones. */
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly version: string | undefined;
  readonly language: string | undefined;
  /** What warns of a skill that agents don't get, as a sentence. */
  readonly warning: string | undefined;
  /** Why they don't, as a part of a sentence. */
  readonly withheld: string | undefined;
}

/** A skill that was found by its name, tags or summary. */
export interface NameRow extends Row {
  /** The score of the match: 100 for the best, lower for others. */
  readonly score: number;
  /** Whether what was typed is its name, or the beginning or another part of it. */
  readonly isNamed: boolean;
}

/** An answer: a skill, and the section of it that answers best. */
export interface AnswerRow extends Row {
  readonly risk: string | undefined;
  /** What stands under its name in the list; undefined if the list doesn't have it. */
  readonly line: string | undefined;
  readonly result: FindResult;
}

/** A further entry of the skill that answers best: its title, and where it begins. */
export interface EntryRow extends Row {
  readonly file: string;
  readonly heading: string;
  /** What its author says that the mistake costs: it stands in place of the heading. */
  readonly danger: string | undefined;
  /** The number of its first line, from 1. */
  readonly line: number;
}

/** A skill that answers best and that agents don't get. */
export interface WithheldBest {
  readonly key: string;
  readonly name: string;
  /** A part of a sentence: `its code examples are C++, though the library's language is Python`. */
  readonly why: string;
}

/**
 * What is shown for a question: skills by name first, then answers, then what is weak. It is made anew with each
 * answer that arrives.
 */
export interface AnswerList {
  /** The skills that were found by name, the best first. */
  readonly named: readonly NameRow[];
  /** The answers that are shown, the best first. */
  readonly shown: readonly AnswerRow[];
  /** The next entries of the first answer's skill, in the order of the service. Agents get none of a withheld skill. */
  readonly further: readonly EntryRow[];
  /** The answers that share only a few words with the question. */
  readonly weaker: readonly AnswerRow[];
  /** The number of answers in words, such as `3 answers`. */
  readonly caption: string;
  /** Why the answers are not sure; undefined if they are. */
  readonly verdict: string | undefined;
  /** The skill that answers best, where agents don't get it: what is shown first is about another library. */
  readonly withheld: WithheldBest | undefined;
  /** Whether nothing here answers. */
  readonly isNone: boolean;
  /** The words that no skill has. */
  readonly missing: readonly string[];
}

/** Returns the skills by name, then what answers; what is weak comes last and folded. */
export function toAnswerList(typed: string, rows: readonly SkillRow[], { names, answer }: Found): AnswerList {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const results = answer?.results ?? [];
  const warnings = new Map(results.map(({ key, warning }) => [key, warning]));
  const text = typed.trim().toLowerCase();
  const rowOf = (kind: 'name' | 'answer', key: string, given?: string): Row => {
    const { name = given ?? nameInKey(key), version, language, withheld } = byKey.get(key) ?? {};
    return { id: `${kind} ${key}`, key, name, version, language, withheld, warning: warnings.get(key) };
  };
  const named = (names?.results ?? []).slice(0, MOST_NAMED).map(({ key, name, _score }): NameRow => {
    const row = rowOf('name', key, name);
    return { ...row, score: _score, isNamed: row.name.toLowerCase().includes(text) };
  });
  const found = withheldLast(
    results.map((result): AnswerRow => {
      const row = byKey.get(result.key);
      return { ...rowOf('answer', result.key), risk: row?.risk, line: row?.line.text, result };
    }),
  );
  const question = answer?.question;
  const isUnsure = question?.strength === 'weak';
  const withheld = withheldBest(question?.withheld, results, byKey);
  const sure = isUnsure
    ? found.slice(0, named.length > 0 ? 0 : MOST_UNSURE)
    : found.filter(({ result }) => result.strength !== 'weak');
  // A withheld skill that stands among the names is no answer again.
  const isSaid = ({ key }: AnswerRow) => key === withheld?.key && named.some((row) => row.key === key);
  const shown = withheld === undefined ? sure : withClosest(sure, found).filter((row) => !isSaid(row));
  const isNone =
    named.length === 0 && answer !== undefined && (found.length === 0 || question?.verdict === 'none');
  return {
    named,
    shown: isNone ? [] : shown,
    further: isNone ? [] : furtherEntries(shown[0]),
    weaker: isNone ? found : found.filter((row) => !shown.includes(row) && !isSaid(row)),
    caption: captionOf(shown, withheld),
    withheld,
    verdict: named.length > 0 || question === undefined ? undefined : verdictSentence(question),
    isNone,
    missing: (question?.words ?? []).filter(({ skills }) => skills === 0).map(({ word }) => word),
  };
}

function captionOf(shown: readonly AnswerRow[], withheld: WithheldBest | undefined): string {
  if (withheld !== undefined && shown[0]?.warning === undefined && shown.length > 0)
    return 'Closest match, for another library';
  return shown.length === 0 ? '' : countWords(shown.length, 'answer');
}

/** @param sentence says that a skill is withheld, where the question is about it */
function withheldBest(
  sentence: string | undefined,
  results: readonly FindResult[],
  rows: ReadonlyMap<string, SkillRow>,
): WithheldBest | undefined {
  const best = results.find(({ key }) => isSaidWithheld(sentence, key));
  if (best === undefined) return undefined;
  const { key, warning = '' } = best;
  const row = rows.get(key);
  return { key, name: row?.name ?? nameInKey(key), why: row?.withheld ?? warning };
}

/** Puts the closest answer that agents get first, however weak: whoever asked goes on from there. */
function withClosest(sure: readonly AnswerRow[], found: readonly AnswerRow[]): readonly AnswerRow[] {
  const closest = found.find(({ warning }) => warning === undefined);
  return closest === undefined || sure.includes(closest) ? sure : [closest, ...sure];
}

function furtherEntries(first: AnswerRow | undefined): readonly EntryRow[] {
  if (first === undefined || first.warning !== undefined) return [];
  const { result, risk: _risk, line: _line, ...skill } = first;
  return (result.also ?? []).map(
    ({ file, heading, danger, line_start: line }): EntryRow => ({
      ...skill,
      id: `entry ${skill.key} ${file}:${line}`,
      file,
      heading,
      danger,
      line,
    }),
  );
}

function withheldLast(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  return [...rows].sort((a, b) => Number(a.warning !== undefined) - Number(b.warning !== undefined));
}

/**
 * Returns what opens by itself: the skill that was named, at its answer if it has one, else the best answer. What
 * agents don't get opens only where its name was typed.
 */
export function bestOf({
  named,
  shown,
}: Pick<AnswerList, 'named' | 'shown'>): NameRow | AnswerRow | undefined {
  const typed = named.find(({ isNamed }) => isNamed);
  const best = shown.find(({ warning }) => warning === undefined);
  if (typed !== undefined) return best?.key === typed.key ? best : typed;
  return best ?? named.find(({ warning }) => warning === undefined);
}

/** A row that leads into a skill. */
export type LeadingRow = NameRow | AnswerRow | EntryRow;

/** Returns the entry that answers; none of a text that agents don't get, whose warning stands at the top. */
export function placeIn(row: LeadingRow): { readonly file?: string; readonly line?: number } {
  if ('heading' in row) return { file: row.file, line: row.line };
  if (!('result' in row) || row.warning !== undefined || row.result.section === undefined) return {};
  const { file, line_start: line } = row.result.section;
  return { file, line };
}

/** Returns the address of a row, at its section and with the question. */
export function hrefOf(row: LeadingRow, question: string): string {
  return href({ view: 'skill', key: row.key, ...placeIn(row), ...(question !== '' && { q: question }) });
}

/** Takes the marks of code away from a heading. */
export function plainHeading(heading: string): string {
  return heading.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, '$2');
}
