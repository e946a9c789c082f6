/** How much it matters; what each stands for is said in docs/diagnostics.md. */
export type Severity = 'error' | 'warning' | 'info';

/** What a code of a diagnostic always says, whatever the file. */
export interface DiagnosticKind {
  readonly severity: Severity;
  /** Why it matters. */
  readonly why: string;
  /** How to fix it. */
  readonly fix: string;
}
