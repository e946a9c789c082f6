import type { ReactNode } from 'react';
import styles from './mark.module.css';

/**
 * Marks on a 16-unit grid. Circle: state; diamond: risk; square: priority and steps; cross, triangle and bar:
 * problems. More ink means more weight.
 */
const SQUARE_GROUND = <path d="M1 1h14v14H1z" className={styles.ground} />;

const MARKS = {
  logo: (
    <>
      <path
        d="M12 3H5.5a2.5 2.5 0 0 0 0 5h5a2.5 2.5 0 0 1 0 5H4"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
      <path d="M1 11h4v4H1z" fill="currentColor" />
      <path d="M11 1h4v4h-4z" className={styles.signal} />
    </>
  ),
  'state-on': <circle cx="8" cy="8" r="6" fill="currentColor" />,
  'state-wait': <path d="M8 2a6 6 0 1 1-6 6" fill="none" stroke="currentColor" strokeWidth="2.25" />,
  'state-off': <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="2" />,
  'state-seen': (
    <>
      <circle cx="8" cy="8" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <circle cx="8" cy="8" r="2.4" fill="currentColor" />
    </>
  ),
  'state-none': <path d="M3 8h10" stroke="currentColor" strokeWidth="2" />,
  'state-fail': (
    <>
      <circle cx="8" cy="8" r="5.9" fill="none" stroke="currentColor" strokeWidth="2.2" />
      <path d="m4 4 8 8" stroke="currentColor" strokeWidth="2.2" />
    </>
  ),
  'risk-low': <path d="M8 1.8 14.2 8 8 14.2 1.8 8z" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  'risk-medium': (
    <>
      <path d="M8 1.8 14.2 8 8 14.2 1.8 8z" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M1.8 8h12.4L8 14.2z" fill="currentColor" />
    </>
  ),
  'risk-high': <path d="M8 1 15 8 8 15 1 8z" fill="currentColor" />,
  p0: (
    <>
      {SQUARE_GROUND}
      <path d="M2 2h12v12H2z" fill="currentColor" />
    </>
  ),
  p1: (
    <>
      {SQUARE_GROUND}
      <path d="M3 3h10v10H3z" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M3 8h10v5H3z" fill="currentColor" />
    </>
  ),
  p2: (
    <>
      {SQUARE_GROUND}
      <path d="M3.5 3.5h9v9h-9z" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </>
  ),
  p3: (
    <>
      {SQUARE_GROUND}
      <path d="M5.5 5.5h5v5h-5z" fill="currentColor" />
    </>
  ),
  'severity-error': <path d="m2.6 2.6 10.8 10.8m0-10.8L2.6 13.4" stroke="currentColor" strokeWidth="3" />,
  'severity-warning': (
    <>
      <path d="M8 1.6 15 14H1z" fill="currentColor" />
      <path d="M8 6v3.6M8 11v1.6" className={styles.cut} strokeWidth="1.6" />
    </>
  ),
  'severity-info': <path d="M2.5 8h11" stroke="currentColor" strokeWidth="2.25" />,
  done: (
    <>
      {SQUARE_GROUND}
      <path d="M2 2h12v12H2z" fill="currentColor" />
      <path d="m4.8 8.2 2.2 2.2 4.2-4.6" fill="none" className={styles.cut} strokeWidth="1.75" />
    </>
  ),
  cut: (
    <>
      {SQUARE_GROUND}
      <path d="M2 2h12v12H2z" fill="currentColor" />
      <path d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2" className={styles.cut} strokeWidth="1.75" />
    </>
  ),
  now: (
    <>
      {SQUARE_GROUND}
      <path d="M8 2.5A5.5 5.5 0 1 1 2.5 8" fill="none" stroke="currentColor" strokeWidth="2" />
    </>
  ),
  todo: (
    <>
      {SQUARE_GROUND}
      <path d="M3 3h10v10H3z" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </>
  ),
  'strength-1': (
    <>
      <path d="M1 10h4v5H1z" fill="currentColor" />
      <path
        d="M6.6 6.6h2.8v7.8H6.6zM11.6 1.6h2.8v12.8h-2.8z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
      />
    </>
  ),
  'strength-2': (
    <>
      <path d="M1 10h4v5H1zM6 6h4v9H6z" fill="currentColor" />
      <path d="M11.6 1.6h2.8v12.8h-2.8z" fill="none" stroke="currentColor" strokeWidth="1.2" />
    </>
  ),
  'strength-3': <path d="M1 10h4v5H1zM6 6h4v9H6zM11 1h4v14h-4z" fill="currentColor" />,
  fits: <path d="M3 3h10v10H3z" fill="currentColor" />,
  'fits-not': (
    <path d="M3.5 3.5h9v9h-9z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 1.6" />
  ),
} as const satisfies Readonly<Record<string, ReactNode>>;

export type MarkName = keyof typeof MARKS;

/** Fine, inactive, pending, attention, broken. */
export type Tone = 'good' | 'still' | 'wait' | 'care' | 'bad';

/** Decorative: a word is adjacent. */
export function Mark({ name, tone }: { readonly name: MarkName; readonly tone?: Tone }) {
  return (
    <svg className={styles.mark} data-tone={tone} viewBox="0 0 16 16" aria-hidden="true">
      {MARKS[name]}
    </svg>
  );
}
