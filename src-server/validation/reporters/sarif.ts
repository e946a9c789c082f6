import { DIAGNOSTICS, type Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { printableJson } from '../../contract/words/printable.ts';
import type { Report, Reporter } from './report.ts';

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
