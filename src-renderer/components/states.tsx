import { type ReactNode, useEffect, useState } from 'react';
import type { ConnectResult } from '../../src-server/contract/clients/connect.ts';
import { Revealed } from '../text/revealed.tsx';
import { Mark, type MarkName } from './mark.tsx';
import styles from './states.module.css';

/** An earlier skeleton would flicker. */
const WAIT_MS = 150;

export function useLateness(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return late;
}

/** After `WAIT_MS`. */
export function SkeletonRows({ rows }: { readonly rows: number }) {
  const late = useLateness();
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading">
      {late && WIDTHS.slice(0, rows).map((width) => <SkeletonRow key={width} width={width} />)}
    </div>
  );
}

const WIDTHS = [52, 64, 44, 58, 48, 70, 40, 55, 67, 46, 61, 50];

function SkeletonRow({ width }: { readonly width: number }) {
  return (
    <div className={styles.row}>
      <i />
      <i style={{ width: `${width}%` }} />
    </div>
  );
}

export function Empty({
  title,
  whole = false,
  children,
  actions,
}: {
  readonly title: ReactNode;
  /** The view's only content. */
  readonly whole?: boolean;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={styles.empty} data-whole={whole || undefined}>
      {whole ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  );
}

/** At most once per view. */
export function Notice({
  tone,
  mark,
  title,
  children,
  action,
  id,
}: {
  readonly tone: 'bad' | 'care' | 'good' | 'still';
  readonly mark?: MarkName;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** For `aria-describedby`. */
  readonly id?: string;
}) {
  return (
    <div className={styles.notice} data-tone={tone} id={id} role={tone === 'bad' ? 'alert' : 'status'}>
      <Mark name={mark ?? (tone === 'bad' ? 'severity-error' : 'severity-warning')} />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        {children !== undefined && <div className="soft">{children}</div>}
      </div>
      {action !== undefined && action !== false && <div className={styles.action}>{action}</div>}
    </div>
  );
}
export function ResultNotice({
  of,
  children,
}: {
  readonly of: ConnectResult | undefined;
  readonly children?: ReactNode;
}) {
  if (of === undefined) return null;
  return (
    <Notice
      tone={of.ok ? 'good' : 'bad'}
      mark={of.ok ? 'done' : 'severity-error'}
      title={<Revealed text={of.message} />}
    >
      {children}
    </Notice>
  );
}

/** For service failures that disable the view. */
export function Trouble({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.trouble} role="alert">
      {children}
    </div>
  );
}

export function Refusal({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.refusal} role="alert">
      <Mark name="severity-error" tone="bad" /> {children}
    </p>
  );
}
