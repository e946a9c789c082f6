import { type Cause, findCauses, plainTitle } from '../../contract/diagnostics/causes.ts';
import {
  type Diagnostic,
  type DiagnosticCode,
  isLeftOut,
  type Severity,
} from '../../contract/diagnostics/diagnostic.ts';
import { type Relaxed, relaxedWords } from '../../contract/diagnostics/relaxed.ts';
import { compareSeverity, countWords, SEVERITIES } from '../../contract/diagnostics/severity.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import { groupBy } from '../../group-by.ts';
import type { Report } from './report.ts';

interface CodeCount {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly count: number;
}

const HEADS: Readonly<Record<Severity, string>> = { error: 'Errors', warning: 'Warnings', info: 'Notes' };

/** By severity, unserved folders, frequency. */
export function countByCode(diagnostics: readonly Diagnostic[]): readonly CodeCount[] {
  return SEVERITIES.flatMap((severity) => {
    const found = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
    return [...groupBy(found, ({ code }) => code)]
      .map(([code, { length }]) => ({ code, severity, count: length }))
      .sort(
        (a, b) =>
          Number(isLeftOut(b)) - Number(isLeftOut(a)) || b.count - a.count || compareText(a.code, b.code),
      );
  });
}

const FEW = 3;
const MOST_CAUSES = 5;
const MAX_LINE_LENGTH = 100;

export function reportTop(report: Report, strong: (text: string) => string): readonly string[] {
  const { diagnostics, relaxed, facts } = report;
  const counts = countByCode(diagnostics);
  const { causes, drafts } = findCauses(diagnostics, facts);
  const summed = diagnostics.length > FEW ? causes : [];
  const shown = summed.toSorted(compareCauses).slice(0, MOST_CAUSES);
  return [
    ...SEVERITIES.flatMap((severity) => codeLines(severity, counts)),
    ...describeRelaxed(relaxed),
    ...(shown.length === 0 ? [] : ['', strong('Main causes'), '']),
    ...shown.flatMap(describeCause),
    ...(summed.length > shown.length
      ? [`  And ${countWords(summed.length - shown.length, 'cause')} more.`]
      : []),
    ...describeFixable(causes),
    ...(drafts.length === 0 ? [] : [`  ${countWords(drafts.length, 'draft')} still to write.`]),
  ];
}

function codeLines(severity: Severity, counts: readonly CodeCount[]): readonly string[] {
  const own = counts.filter((count) => count.severity === severity);
  if (own.length === 0) return [];
  const head = HEADS[severity].padEnd(10);
  return wrap(own.map(({ code, count }) => `${code} ${groupDigits(count)}`)).map(
    (line, row) => `${row === 0 ? head : ' '.repeat(head.length)}${line}`,
  );
}

/** Of about equal length. */
function wrap(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const [place, word] of words.entries()) {
    const text = place === words.length - 1 ? word : `${word},`;
    const line = lines.at(-1);
    if (line === undefined || line.length + text.length >= MAX_LINE_LENGTH) lines.push(text);
    else lines[lines.length - 1] = `${line} ${text}`;
  }
  return lines;
}

export function describeRelaxed(relaxed: readonly Relaxed[]): readonly string[] {
  if (relaxed.length === 0) return [];
  return [
    'Relaxed by rules.json (--strict ignores it):',
    ...relaxed.map((one) => printable(`  ${relaxedWords(one)}`)),
  ];
}

function describeFixable(causes: readonly Cause[]): readonly string[] {
  const fixable = causes.filter(({ repair }) => repair === 'command');
  if (fixable.length === 0) return [];
  const places = fixable.reduce((sum, cause) => sum + cause.places.length, 0);
  return [
    `  validate --fix mends ${fixable.length} of ${countWords(causes.length, 'cause')}, in ${countWords(places, 'place')}.`,
  ];
}

/** By unserved folders, severity, other unserved files, places. */
function compareCauses(a: Cause, b: Cause): number {
  const isServed = ({ rank }: Cause) => Number(rank !== 'unserved');
  const isFolder = ({ places }: Cause) => Number(places.some(isLeftOut));
  return (
    isFolder(b) - isFolder(a) ||
    compareSeverity(a.severity, b.severity) ||
    isServed(a) - isServed(b) ||
    b.places.length - a.places.length ||
    compareText(a.id, b.id)
  );
}

function describeCause(cause: Cause): readonly string[] {
  const { places, skills, rank, repair, fix, values } = cause;
  const where = skills.length === 0 ? '' : ` in ${countWords(skills.length, 'skill')}`;
  const left = rank === 'unserved' ? ' (not served)' : '';
  return [
    `  ${printable(plainTitle(cause))}${left}: ${countWords(places.length, 'place')}${where}`,
    `    ${repair === 'command' ? `Run validate with --fix. ${fix}` : fix}`,
    ...(values.length > 1 ? [`    ${printable(describeValues(values))}`] : []),
  ];
}

const MOST_VALUES = 4;

function describeValues(values: Cause['values']): string {
  const said = values.map(({ field, value, places }) => `${field} ${value} ${groupDigits(places)}`);
  return `Most often: ${listWords(said, MOST_VALUES)}.`;
}
