/** Explained in docs/diagnostics.md. */
export type Severity = 'error' | 'warning' | 'info';

export interface DiagnosticKind {
  readonly severity: Severity;
  readonly fix: string;
  /** Missing for agents. */
  readonly isUnserved?: true;
  /** By `validate --fix`, at each place. */
  readonly isMended?: true;
}

type Mark = Pick<DiagnosticKind, 'isUnserved' | 'isMended'>;

export const UNSERVED: Mark = { isUnserved: true };
export const MENDED: Mark = { isMended: true };

const row =
  (severity: Severity) =>
  (fix: string, ...marks: readonly Mark[]): DiagnosticKind =>
    Object.assign({ severity, fix }, ...marks);

export const [error, warning, info] = [row('error'), row('warning'), row('info')];
