import {
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  type Severity,
} from '../../contract/diagnostics/diagnostic.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import type { Report, Reporter } from './report.ts';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export const reportSarif: Reporter = (report) => {
  const { diagnostics, version, relaxed } = report;
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const run = {
    tool: { driver: { name: 'skills-registry', version, rules: codes.map(toRule) } },
    columnKind: 'utf16CodeUnits',
    ...(relaxed.length > 0 && { properties: { relaxed } }),
    results: diagnostics.map((diagnostic) => toResult(diagnostic, codes, report)),
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return printableJson({ $schema, version: '2.1.0', runs: [run] }, 2);
};

function toRule(code: DiagnosticCode): object {
  const { severity, fix } = DIAGNOSTICS[code];
  return { id: code, help: { text: fix }, defaultConfiguration: { level: LEVELS[severity] } };
}

function toResult(
  { code, severity, message, skillKey, file, line = 1, column = 1, fix }: Diagnostic,
  codes: readonly DiagnosticCode[],
  { pathOf, existingPathOf }: Report,
): object {
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
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: fix === undefined ? message : `${message} ${fix}` },
    locations: [location],
  };
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Workflow commands of GitHub: annotations of changed files. */
export const reportGithub: Reporter = ({ diagnostics, existingPathOf }) =>
  diagnostics.map((diagnostic) => toCommand(diagnostic, existingPathOf)).join('\n');

function toCommand(
  { code, severity, message, file, line, column, fix = DIAGNOSTICS[code].fix }: Diagnostic,
  existingPathOf: Report['existingPathOf'],
): string {
  const written = Object.entries({ file: existingPathOf(file), line, col: column, title: code })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${COMMANDS[severity]} ${written.join(',')}::${escapeData([message, fix].map(printable).join('\n'))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
