import type { styleText } from 'node:util';
import {
  countBySeverity,
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  isLeftOut,
} from '../../contract/diagnostics/diagnostic.ts';
import { type Relaxed, relaxedWords } from '../../contract/diagnostics/relaxed.ts';
import { problemKinds } from '../../contract/diagnostics/repairs.ts';
import { countWords, SEVERITIES, SEVERITY_WORDS } from '../../contract/diagnostics/severity.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable } from '../../contract/words/printable.ts';
import { groupBy } from '../../group-by.ts';
import { countByCode, type Report, type Reporter } from './report.ts';

type Style = (format: Exclude<Parameters<typeof styleText>[0], readonly unknown[]>, text: string) => string;

const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** Sections: counts by code; by skill, unserved first; how to mend; totals. */
export function humanReporter(style: Style = (_format, text) => text): Reporter {
  return (report) => {
    const { diagnostics, pathOf } = report;
    const bySkill = [...groupBy(diagnostics, ({ skillKey = '' }) => skillKey)].sort(
      ([a, ofA], [b, ofB]) => Number(ofB.some(isLeftOut)) - Number(ofA.some(isLeftOut)) || compareText(a, b),
    );
    const describe = (diagnostic: Diagnostic): string[] => {
      const { code, severity, message, file, line, column = 1, fix } = diagnostic;
      const place = file === undefined ? [] : [pathOf(file), line, line && column].filter(Boolean);
      const head = `${style(COLOURS[severity], SEVERITY_WORDS[severity][0])} ${code}`;
      return [
        `  ${head}${isLeftOut(diagnostic) ? ' (not served)' : ''}${place.length === 0 ? '' : `  ${style('gray', printable(place.join(':')))}`}`,
        `    ${printable(message)}`,
        ...(fix === undefined ? [] : [`    ${printable(fix)}`]),
        '',
      ];
    };
    const top = [...countLines(diagnostics), ...describeRelaxed(report.relaxed), ...toMend(diagnostics)];
    const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(compareText) as DiagnosticCode[];
    return [
      ...(top.length === 0 ? [] : [summarize(report), '', ...top, '']),
      ...bySkill.flatMap(([key, found]) => [
        style('bold', printable(key || 'The registry')),
        '',
        ...found.flatMap(describe),
      ]),
      ...(codes.length === 0 ? [] : [style('bold', 'How to mend'), '']),
      ...codes.map((code) => `  ${code}: ${DIAGNOSTICS[code].fix}`),
      ...(codes.length === 0 ? [] : ['']),
      summarize(report),
    ].join('\n');
  };
}

function countLines(diagnostics: readonly Diagnostic[]): readonly string[] {
  const counts = countByCode(diagnostics);
  return SEVERITIES.flatMap((severity) => {
    const own = counts.filter((count) => count.severity === severity);
    const said = own.map(({ code, count }) => `${code} ${groupDigits(count)}`).join(', ');
    const [, many] = SEVERITY_WORDS[severity];
    return own.length === 0 ? [] : [`${many.charAt(0).toUpperCase()}${many.slice(1)}: ${said}`];
  });
}

function describeRelaxed(relaxed: readonly Relaxed[]): readonly string[] {
  const lines = relaxed.map((one) => printable(`  ${relaxedWords(one)}`));
  return lines.length === 0 ? [] : ['Relaxed by rules.json (--strict ignores it):', ...lines];
}

function toMend(diagnostics: readonly Diagnostic[]): readonly string[] {
  const kinds = problemKinds(diagnostics);
  const mended = kinds.filter(({ isMended }) => isMended);
  const places = mended.reduce((sum, kind) => sum + kind.places.length, 0);
  const all = countWords(kinds.length, 'kind');
  if (mended.length === 0) return [];
  return [`validate --fix mends ${mended.length} of ${all} of problems, in ${countWords(places, 'place')}.`];
}

function summarize({ diagnostics, facts, hidden }: Report): string {
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
