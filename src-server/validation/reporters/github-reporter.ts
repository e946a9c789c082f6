import { DIAGNOSTICS, type Diagnostic, type Severity } from '../../contract/diagnostics/diagnostic.ts';
import { printable } from '../../contract/words/printable.ts';
import type { Report, Reporter } from './report.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Workflow commands: annotations of changed files. */
export const reportGithub: Reporter = ({ diagnostics, existingPathOf }) =>
  diagnostics.map((diagnostic) => toCommand(diagnostic, existingPathOf)).join('\n');

function toCommand(diagnostic: Diagnostic, existingPathOf: Report['existingPathOf']): string {
  const { code, severity, message, file, line, column, fix = DIAGNOSTICS[code].fix } = diagnostic;
  const properties = {
    file: existingPathOf(file),
    line,
    col: column,
    title: code,
  };
  const written = Object.entries(properties)
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
