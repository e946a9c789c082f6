/** How single facts of a skill look wherever they stand: one mark and one word each. */
import type { Severity } from '../../src-server/contract/diagnostic.ts';
import { Revealed } from '../text/revealed.tsx';
import { Mark, type MarkName } from './mark.tsx';

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
  /** True where there is room for the mark alone; *High* always stands in words. */
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
    <span className={`risk ${level}`}>
      <Mark name={known.mark} />
      <span className={brief && level !== 'high' ? 'hidden-text' : 'risk-word'}>{known.word}</span>
    </span>
  );
}

export const SEVERITY_WORDS: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
};

export function SeverityMark({ severity }: { readonly severity: Severity }) {
  return (
    <span className={`severity ${severity}`}>
      <Mark name={`severity-${severity}`} />
      <span className="hidden-text">{SEVERITY_WORDS[severity][0]}</span>
    </span>
  );
}

export function SeverityCount({ severity, count }: { readonly severity: Severity; readonly count: number }) {
  return (
    <span className={`severity ${severity}`}>
      <Mark name={`severity-${severity}`} />
      {count.toLocaleString('en-US')} {SEVERITY_WORDS[severity][count === 1 ? 0 : 1]}
    </span>
  );
}
