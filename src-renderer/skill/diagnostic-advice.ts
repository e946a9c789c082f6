import {
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticKind,
} from '../../src-server/contract/diagnostics/diagnostic.ts';

/** Undefined for codes of a newer service. */
export function kindOf(code: string): DiagnosticKind | undefined {
  return Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code as keyof typeof DIAGNOSTICS] : undefined;
}

export function fixOf(problem: Diagnostic): string {
  return problem.fix ?? kindOf(problem.code)?.fix ?? 'See the documentation of the format.';
}

/** `skills/rust/tokio-rs/tokio/skill.json:8:3`, or the JSON pointer if the line is unknown. */
export function locationOf({ file, line, column, pointer }: Diagnostic): string {
  if (file === undefined) return '';
  if (line !== undefined) return `${file}:${line}${column === undefined ? '' : `:${column}`}`;
  return pointer === undefined || pointer === '' ? file : `${file} ${pointer}`;
}
