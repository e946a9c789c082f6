/** Explained in docs/diagnostics.md. */
export type Severity = 'error' | 'warning' | 'info';

export interface DiagnosticKind {
  readonly severity: Severity;
  readonly why: string;
  readonly fix: string;
}
