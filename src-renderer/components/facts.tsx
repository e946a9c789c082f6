import type { ReactNode } from 'react';
import type { Severity } from '../../src-server/contract/diagnostics/diagnostic.ts';
import { SEVERITY_WORDS } from '../../src-server/contract/diagnostics/severity.ts';
import { Revealed } from '../text/revealed.tsx';
import styles from './facts.module.css';
import { Mark, type MarkName, type Tone } from './mark.tsx';

export function State({
  tone,
  mark,
  role,
  children,
}: {
  readonly tone: Tone;
  readonly mark: MarkName;
  readonly role?: 'status';
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.state} data-tone={tone} role={role}>
      <Mark name={mark} tone={tone} />
      {children}
    </span>
  );
}

const RISKS: Readonly<Record<string, { readonly mark: MarkName; readonly word: string }>> = {
  high: { mark: 'risk-high', word: 'High' },
  medium: { mark: 'risk-medium', word: 'Medium' },
  low: { mark: 'risk-low', word: 'Low' },
};

export function Risk({
  level,
  brief = false,
}: {
  readonly level: string | undefined;
  /** Only the mark, except *High*. */
  readonly brief?: boolean;
}) {
  if (level === undefined) return <span className="muted">not given</span>;
  const known = Object.hasOwn(RISKS, level) ? RISKS[level] : undefined;
  if (known === undefined)
    return (
      <span className="muted">
        <Revealed text={level} />
      </span>
    );
  return (
    <span className={styles.risk} data-level={level}>
      <Mark name={known.mark} />
      <span className={brief && level !== 'high' ? 'hidden-text' : undefined}>{known.word}</span>
    </span>
  );
}

export function SeverityLabel({
  severity,
  children,
}: {
  readonly severity: Severity;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.severity} data-severity={severity}>
      <Mark name={`severity-${severity}`} />
      {children}
    </span>
  );
}

/** Word for screen readers only. */
export function SeverityMark({ severity }: { readonly severity: Severity }) {
  return (
    <SeverityLabel severity={severity}>
      <span className="hidden-text">{SEVERITY_WORDS[severity][0]}</span>
    </SeverityLabel>
  );
}
