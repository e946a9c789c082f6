import {
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  type Severity,
} from '../../contract/diagnostics/diagnostic.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { printableJson } from '../../contract/words/printable.ts';
import type { Report, Reporter } from './report.ts';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export const reportSarif: Reporter = (report) => {
  const { diagnostics, version, relaxed } = report;
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'skills-registry', version, rules: codes.map(toRule) } },
        columnKind: 'utf16CodeUnits',
        ...(relaxed.length > 0 && { properties: { relaxed } }),
        results: diagnostics.map((diagnostic) => toResult(diagnostic, codes, report)),
      },
    ],
  };
  return printableJson(log, 2);
};

function toRule(code: DiagnosticCode): Record<string, unknown> {
  const { severity, why, fix } = DIAGNOSTICS[code];
  return {
    id: code,
    shortDescription: { text: why },
    help: { text: fix },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

/** Replaces lone surrogates, valid on Windows. */
function toUri(path: string): string {
  return encodePath(Buffer.from(path).toString());
}

function toResult(
  diagnostic: Diagnostic,
  codes: readonly DiagnosticCode[],
  { pathOf, existingPathOf }: Report,
): Record<string, unknown> {
  const { code, severity, message, skillKey, file, line = 1, column = 1, fix } = diagnostic;
  const path = existingPathOf(file);
  // Lines of a substitute file don't belong to the diagnostic.
  const isOwn = file !== undefined && path === pathOf(file);
  const location = {
    physicalLocation: {
      artifactLocation: { uri: toUri(path) },
      region: isOwn ? { startLine: line, startColumn: column } : { startLine: 1, startColumn: 1 },
    },
    ...(skillKey === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: skillKey }] }),
  };
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: fix === undefined ? message : `${message} ${fix}` },
    locations: [location],
  };
}
