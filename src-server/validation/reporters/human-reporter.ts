import {
  countBySeverity,
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  isLeftOut,
  type Severity,
} from '../../contract/diagnostics/diagnostic.ts';
import { countWords, SEVERITIES, SEVERITY_WORDS } from '../../contract/diagnostics/severity.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable } from '../../contract/words/printable.ts';
import { groupBy } from '../../group-by.ts';
import type { ComparedFacts } from '../compute-facts.ts';
import type { Report, Reporter } from './report.ts';
import { reportTop } from './report-top.ts';

export interface Palette {
  readonly severity: (text: string, severity: Severity) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

export const PLAIN: Palette = {
  severity: (text) => text,
  strong: (text) => text,
  faint: (text) => text,
};

const CONTEXT_LINES = 1;
const MAX_LINE_LENGTH = 120;

/**
 * Sections: frequent problems; by skill, unserved first, with source lines; unwritten texts; codes; totals.
 */
export function humanReporter(palette: Palette = PLAIN): Reporter {
  return (report) => {
    const { diagnostics, facts } = report;
    const factsOf = new Map(facts.map((one) => [one.key, one] as const));
    const bySkill = groupBy(diagnostics, ({ skillKey = '' }) => skillKey);
    const groups = [...bySkill].sort(compareGroups);
    const top = reportTop(report, palette.strong);
    return [
      ...(top.length === 0 ? [] : [summarize(report), '', ...top, '']),
      ...groups.flatMap(([key, found]) => [
        palette.strong(printable(key === '' ? 'The registry' : key)),
        ...compare(factsOf.get(key), found).map(palette.faint),
        '',
        ...found
          .filter(({ code }) => code !== 'placeholder-left')
          .flatMap((diagnostic) => [...describe(diagnostic, report, palette), '']),
        ...listUnwritten(found, report, palette),
      ]),
      ...explain(diagnostics, palette),
      summarize(report),
    ].join('\n');
  };
}

type SkillGroup = readonly [key: string, found: readonly Diagnostic[]];

function compareGroups([a, ofA]: SkillGroup, [b, ofB]: SkillGroup): number {
  return Number(ofB.some(isLeftOut)) - Number(ofA.some(isLeftOut)) || compareText(a, b);
}

function listUnwritten(found: readonly Diagnostic[], { pathOf }: Report, palette: Palette): string[] {
  const left = found.filter(({ code }) => code === 'placeholder-left');
  const [first] = left;
  if (first === undefined) return [];
  const [word] = SEVERITY_WORDS[first.severity];
  return [
    `  ${palette.severity(word, first.severity)} ${first.code}`,
    ...[...groupBy(left, ({ file = '' }) => file)].flatMap(([file, places]) => [
      `    ${palette.faint(printable(pathOf(file)))}`,
      ...places.map(
        ({ line, message }) => `      ${line === undefined ? '' : `${line}: `}${printable(message)}`,
      ),
    ]),
    '',
  ];
}

/**
 * `completeness 100, computed 47; trust score 8, computed 85`. Trust score only if reported: a tier's lowest
 * score exceeds its sources.
 */
function compare(facts: ComparedFacts | undefined, found: readonly Diagnostic[]): string[] {
  if (facts === undefined) return [];
  const isWrong = found.some(({ code }) => code === 'trust-score-mismatch');
  const compared = [
    ['completeness', facts.completeness] as const,
    ...(isWrong ? [['trust score', facts.trust_score] as const] : []),
  ];
  const said = compared
    .filter(([, { declared, computed }]) => declared !== null && computed !== null)
    .map(([name, { declared, computed }]) => `${name} ${declared}, computed ${computed}`);
  return said.length === 0 ? [] : [`  ${said.join('; ')}`];
}

function describe(diagnostic: Diagnostic, { pathOf, readLines }: Report, palette: Palette): string[] {
  const { code, severity, message, file, line, column, fix } = diagnostic;
  const place =
    file === undefined ? '' : [pathOf(file), line, column].filter((part) => part !== undefined).join(':');
  const lines = file === undefined || line === undefined ? undefined : readLines(file);
  return [
    `  ${palette.severity(SEVERITY_WORDS[severity][0], severity)} ${code}${isLeftOut(diagnostic) ? ' (not served)' : ''}${place === '' ? '' : `  ${palette.faint(printable(place))}`}`,
    `    ${printable(message)}`,
    ...(lines === undefined || line === undefined
      ? []
      : codeFrame(lines, line, column ?? 1).map((row) => `    ${palette.faint(row)}`)),
    ...(fix === undefined ? [] : [`    ${printable(fix)}`]),
  ];
}

export function codeFrame(lines: readonly string[], line: number, column: number): string[] {
  if (line > lines.length) return [];
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(lines.length, line + CONTEXT_LINES);
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const source = lines[number - 1] ?? '';
    const mark = number === line ? '>' : ' ';
    rows.push(`${mark} ${String(number).padStart(width)} | ${shown(source)}`.trimEnd());
    if (number !== line) continue;
    const before = shown(source.slice(0, column - 1));
    if (before.length < MAX_LINE_LENGTH) rows.push(`  ${' '.repeat(width)} | ${' '.repeat(before.length)}^`);
  }
  return rows;
}

function shown(source: string): string {
  // Cuts first, since a huge line may have a thousand problems. Escaping never shortens the rest.
  const text = printable(source.slice(0, MAX_LINE_LENGTH + 1).replaceAll('\t', '  '));
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
}

function explain(diagnostics: readonly Diagnostic[], palette: Palette): string[] {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(compareText) as DiagnosticCode[];
  if (codes.length === 0) return [];
  return [
    palette.strong('What the codes mean'),
    '',
    ...codes.flatMap((code) => [
      `  ${code}`,
      `    ${DIAGNOSTICS[code].why}`,
      `    Fix: ${DIAGNOSTICS[code].fix}`,
    ]),
    '',
  ];
}

export function summarize({
  diagnostics,
  facts,
  hidden,
}: Pick<Report, 'diagnostics' | 'facts' | 'hidden'>): string {
  const counts = countBySeverity(diagnostics);
  const checked = `Checked ${whatWasChecked(facts.length, diagnostics)}`;
  if (hidden > 0) {
    const shown = counts.error === 0 ? 'no errors' : countWords(counts.error, 'error');
    return `${checked}: ${shown}; ${groupDigits(hidden)} of less weight not shown.`;
  }
  if (diagnostics.length === 0) return `${checked}: no problems.`;
  const said = SEVERITIES.map((severity) => countWords(counts[severity], ...SEVERITY_WORDS[severity]));
  return `${checked}: ${said.join(', ')}.`;
}

function whatWasChecked(skills: number, diagnostics: readonly Diagnostic[]): string {
  const drafts = diagnostics.filter(({ code }) => code === 'skill-draft').length;
  const leftOut = new Set(diagnostics.filter(isLeftOut).map(({ file }) => file)).size;
  const unserved = [
    ...(drafts === 0 ? [] : [countWords(drafts, 'draft')]),
    ...(leftOut === 0 ? [] : [`${countWords(leftOut, 'skill')} that can't be served`]),
  ];
  const words = skills === 0 && unserved.length > 0 ? unserved : [countWords(skills, 'skill'), ...unserved];
  return words.length < 3 ? words.join(' and ') : `${words[0]}, ${words[1]} and ${words[2]}`;
}
