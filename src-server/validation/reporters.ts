import type { styleText } from 'node:util';
import { DIAGNOSTICS, type DiagnosticCode } from '../contract/codes.ts';
import {
  countBySeverity,
  type Diagnostic,
  isLeftOut,
  problemKinds,
  type Relaxed,
  relaxedWords,
} from '../contract/diagnostic.ts';
import { encodePath, printable, printableJson } from '../contract/outside-text.ts';
import {
  compareSeverity,
  compareText,
  countWords,
  groupBy,
  groupDigits,
  SEVERITIES,
  SEVERITY_WORDS,
} from '../contract/words.ts';
import type { ComparedFacts } from './knowledge-files.ts';

export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** Notes and warnings that --quiet leaves out. */
  readonly hidden: number;
  readonly relaxed: readonly Relaxed[];
  readonly facts: readonly ComparedFacts[];
  readonly version: string;
  readonly pathOf: (file: string) => string;
  /** The diagnostic's file, otherwise the skill.json or index.json about it. */
  readonly existingPathOf: (file: string | undefined) => string;
}

type Reporter = (report: Report) => string;

/** Counts problems by code, sorted by severity, unserved folders, frequency. */
function countByCode(diagnostics: readonly Diagnostic[]): ReadonlyArray<Diagnostic & { count: number }> {
  const groups = groupBy(diagnostics, ({ code, severity }) => `${code} ${severity}`);
  return Array.from(groups.values(), (found) => ({ ...(found[0] as Diagnostic), count: found.length })).sort(
    (a, b) =>
      compareSeverity(a.severity, b.severity) ||
      Number(isLeftOut(b)) - Number(isLeftOut(a)) ||
      b.count - a.count ||
      compareText(a.code, b.code),
  );
}

/** Facts per skill, counts, relaxed codes, diagnostics. */
export const reportJson: Reporter = ({ diagnostics, facts, relaxed }) =>
  printableJson(
    {
      skills: facts,
      counts: countBySeverity(diagnostics),
      codes: Object.fromEntries(countByCode(diagnostics).map(({ code, count }) => [code, count])),
      relaxed,
      diagnostics,
    },
    2,
  );

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

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export const reportSarif: Reporter = (report) => {
  const { diagnostics, version, relaxed } = report;
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const rules = codes.map((code) => ({
    id: code,
    help: { text: DIAGNOSTICS[code].fix },
    defaultConfiguration: { level: LEVELS[DIAGNOSTICS[code].severity] },
  }));
  const run = {
    tool: { driver: { name: 'skills-registry', version, rules } },
    columnKind: 'utf16CodeUnits',
    ...(relaxed.length > 0 && { properties: { relaxed } }),
    results: diagnostics.map((one) => ({
      ruleId: one.code,
      ruleIndex: codes.indexOf(one.code),
      ...resultOf(one, report),
    })),
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return printableJson({ $schema, version: '2.1.0', runs: [run] }, 2);
};

function resultOf(diagnostic: Diagnostic, { pathOf, existingPathOf }: Report): object {
  const { severity, message, skillKey, file, line = 1, column = 1, fix } = diagnostic;
  const path = existingPathOf(file);
  // Lines of a substitute file don't belong to the diagnostic.
  const isOwn = file !== undefined && path === pathOf(file);
  const location = {
    physicalLocation: {
      // Replaces lone surrogates, valid on Windows.
      artifactLocation: { uri: encodePath(Buffer.from(path).toString()) },
      region: { startLine: isOwn ? line : 1, startColumn: isOwn ? column : 1 },
    },
    ...(skillKey !== undefined && { logicalLocations: [{ fullyQualifiedName: skillKey }] }),
  };
  const text = fix === undefined ? message : `${message} ${fix}`;
  return { level: LEVELS[severity], message: { text }, locations: [location] };
}
