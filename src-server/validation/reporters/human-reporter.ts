import {
  countBySeverity,
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  isLeftOut,
  type Severity,
} from '../../contract/diagnostics/diagnostic.ts';
import { type Relaxed, relaxedWords } from '../../contract/diagnostics/relaxed.ts';
import { problemKinds } from '../../contract/diagnostics/repairs.ts';
import { countWords, SEVERITIES, SEVERITY_WORDS } from '../../contract/diagnostics/severity.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable } from '../../contract/words/printable.ts';
import { groupBy } from '../../group-by.ts';
import type { ComparedFacts } from '../compute-facts.ts';
import { countByCode, type Report, type Reporter } from './report.ts';

export interface Palette {
  readonly severity: (text: string, severity: Severity) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

export const PLAIN: Palette = { severity: (text) => text, strong: (text) => text, faint: (text) => text };

const CONTEXT_LINES = 1;
const MAX_LINE_LENGTH = 120;

/** Sections: counts by code; by skill, unserved first, with source lines; how to mend; totals. */
export function humanReporter(palette: Palette = PLAIN): Reporter {
  return (report) => {
    const { diagnostics, facts } = report;
    const bySkill = groupBy(diagnostics, ({ skillKey = '' }) => skillKey);
    const isUnserved = (key: string) => bySkill.get(key)?.some(isLeftOut) ?? false;
    const keys = [...bySkill.keys()].sort(
      (a, b) => Number(isUnserved(b)) - Number(isUnserved(a)) || compareText(a, b),
    );
    const top = [...countLines(diagnostics), ...describeRelaxed(report.relaxed), ...toMend(diagnostics)];
    return [
      ...(top.length === 0 ? [] : [summarize(report), '', ...top, '']),
      ...keys.flatMap((key) => {
        const found = bySkill.get(key) ?? [];
        const own = facts.find((skill) => skill.key === key);
        return [
          palette.strong(printable(key || 'The registry')),
          ...compare(own, found).map(palette.faint),
          '',
          ...found.flatMap((one) => [...describe(one, report, palette), '']),
        ];
      }),
      ...explain(diagnostics, palette),
      summarize(report),
    ].join('\n');
  };
}

function countLines(diagnostics: readonly Diagnostic[]): readonly string[] {
  const counts = countByCode(diagnostics);
  return SEVERITIES.flatMap((severity) => {
    const own = counts.filter((count) => count.severity === severity);
    const said = own.map(({ code, count }) => `${code} ${groupDigits(count)}`).join(', ');
    const [, [first = '', ...rest]] = SEVERITY_WORDS[severity];
    return own.length === 0 ? [] : [`${first.toUpperCase()}${rest.join('')}: ${said}`];
  });
}

export function describeRelaxed(relaxed: readonly Relaxed[]): readonly string[] {
  const lines = relaxed.map((one) => printable(`  ${relaxedWords(one)}`));
  return lines.length === 0 ? [] : ['Relaxed by rules.json (--strict ignores it):', ...lines];
}

function toMend(diagnostics: readonly Diagnostic[]): readonly string[] {
  const kinds = problemKinds(diagnostics);
  const mended = kinds.filter(({ isMended }) => isMended);
  const places = mended.reduce((sum, kind) => sum + kind.places.length, 0);
  if (mended.length === 0) return [];
  const all = countWords(kinds.length, 'kind');
  return [`validate --fix mends ${mended.length} of ${all} of problems, in ${countWords(places, 'place')}.`];
}

/**
 * `completeness 100, computed 47; trust score 8, computed 85`. Trust score only if reported: a tier's lowest
 * score exceeds its sources.
 */
function compare(facts: ComparedFacts | undefined, found: readonly Diagnostic[]): string[] {
  const isWrong = found.some(({ code }) => code === 'trust-score-mismatch');
  const said = [
    ['completeness', facts?.completeness] as const,
    ['trust score', isWrong ? facts?.trust_score : undefined] as const,
  ].flatMap(([name, numbers]) => {
    const { declared = null, computed = null } = numbers ?? {};
    return declared === null || computed === null ? [] : [`${name} ${declared}, computed ${computed}`];
  });
  return said.length === 0 ? [] : [`  ${said.join('; ')}`];
}

function describe(diagnostic: Diagnostic, { pathOf, readLines }: Report, palette: Palette): string[] {
  const { code, severity, message, file, line, column = 1, fix } = diagnostic;
  const place = file === undefined ? [] : [pathOf(file), line, line && column].filter(Boolean);
  // The message says what a placeholder says.
  const isShown = file !== undefined && line !== undefined && code !== 'placeholder-left';
  const lines = isShown ? readLines(file) : undefined;
  const head = `${palette.severity(SEVERITY_WORDS[severity][0], severity)} ${code}`;
  const left = isLeftOut(diagnostic) ? ' (not served)' : '';
  return [
    `  ${head}${left}${place.length === 0 ? '' : `  ${palette.faint(printable(place.join(':')))}`}`,
    `    ${printable(message)}`,
    ...codeFrame(lines ?? [], line ?? 1, column).map((row) => `    ${palette.faint(row)}`),
    ...(fix === undefined ? [] : [`    ${printable(fix)}`]),
  ];
}

export function codeFrame(lines: readonly string[], line: number, column: number): string[] {
  if (line > lines.length) return [];
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(lines.length, line + CONTEXT_LINES);
  const width = String(last).length;
  const before = shown((lines[line - 1] ?? '').slice(0, column - 1));
  return lines.slice(first - 1, last).flatMap((source, place) => {
    const number = first + place;
    const isIt = number === line;
    const row = `${isIt ? '>' : ' '} ${String(number).padStart(width)} | ${shown(source)}`.trimEnd();
    const hasMark = isIt && before.length < MAX_LINE_LENGTH;
    return hasMark ? [row, `  ${' '.repeat(width)} | ${' '.repeat(before.length)}^`] : [row];
  });
}

function shown(source: string): string {
  // Cuts first, since a huge line may have a thousand problems. Escaping never shortens the rest.
  const text = printable(source.slice(0, MAX_LINE_LENGTH + 1).replaceAll('\t', '  '));
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
}

function explain(diagnostics: readonly Diagnostic[], palette: Palette): string[] {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(compareText) as DiagnosticCode[];
  const rows = codes.map((code) => `  ${code}: ${DIAGNOSTICS[code].fix}`);
  return rows.length === 0 ? [] : [palette.strong('How to mend'), '', ...rows, ''];
}

export function summarize({
  diagnostics,
  facts,
  hidden,
}: Pick<Report, 'diagnostics' | 'facts' | 'hidden'>): string {
  const counts = countBySeverity(diagnostics);
  const checked = `Checked ${whatWasChecked(facts.length, diagnostics)}`;
  if (hidden > 0) {
    const errors = counts.error === 0 ? 'no errors' : countWords(counts.error, 'error');
    return `${checked}: ${errors}; ${groupDigits(hidden)} of less weight not shown.`;
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
