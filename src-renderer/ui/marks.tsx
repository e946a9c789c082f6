import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './marks.module.css';

/** A decorative icon: words stand beside it, or name the control. */
export function Icon({ of: Glyph }: { readonly of: LucideIcon }) {
  return <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden="true" />;
}

/**
 * The ground below a mark. A circle is a state, a diamond a risk, a square a priority, with a tick what went
 * well; cross, triangle and bar are problems. More ink means more weight.
 */
const GROUND = <path d="M1 1h14v14H1z" className={styles.ground} />;

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
  'state-part': (
    <>
      <circle cx="8" cy="8" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M2.8 8a5.2 5.2 0 0 0 10.4 0z" fill="currentColor" />
    </>
  ),
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
  P0: (
    <>
      {GROUND}
      <path d="M2 2h12v12H2z" fill="currentColor" />
    </>
  ),
  P1: (
    <>
      {GROUND}
      <path d="M3 3h10v10H3z" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M3 8h10v5H3z" fill="currentColor" />
    </>
  ),
  P2: (
    <>
      {GROUND}
      <path d="M3.5 3.5h9v9h-9z" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </>
  ),
  P3: (
    <>
      {GROUND}
      <path d="M5.5 5.5h5v5h-5z" fill="currentColor" />
    </>
  ),
  error: <path d="m2.6 2.6 10.8 10.8m0-10.8L2.6 13.4" stroke="currentColor" strokeWidth="3" />,
  warning: (
    <>
      <path d="M8 1.6 15 14H1z" fill="currentColor" />
      <path d="M8 6v3.6M8 11v1.6" className={styles.cut} strokeWidth="1.6" />
    </>
  ),
  done: (
    <>
      <path d="M2 2h12v12H2z" fill="currentColor" />
      <path d="m4.8 8.2 2.2 2.2 4.2-4.6" fill="none" className={styles.cut} strokeWidth="1.75" />
    </>
  ),
  info: <path d="M2.5 8h11" stroke="currentColor" strokeWidth="2.25" />,
} as const satisfies Readonly<Record<string, ReactNode>>;

export type MarkName = keyof typeof MARKS;
/** The colour of a mark: fine, inactive, attention, broken. */
export type Tone = 'good' | 'still' | 'care' | 'bad';

export function Mark({ name, tone }: { readonly name: MarkName; readonly tone?: Tone }) {
  return (
    <svg className={styles.mark} data-tone={tone} viewBox="0 0 16 16" aria-hidden="true">
      {MARKS[name]}
    </svg>
  );
}

const STATES = {
  on: ['state-on', 'good'],
  part: ['state-part', 'care'],
  wait: ['state-wait', 'care'],
  seen: ['state-seen', 'care'],
  off: ['state-off', 'still'],
  none: ['state-none', 'still'],
  fail: ['state-fail', 'bad'],
} as const satisfies Readonly<Record<string, readonly [MarkName, Tone]>>;

export type State = keyof typeof STATES;

/** The mark of a service's state, by the tone of its words. */
export const STATE_OF_TONE = { good: 'on', part: 'part', wait: 'wait', still: 'off', bad: 'fail' } as const;

/**
 * A mark for a state.
 * @param word read aloud, where no text beside it says the same
 */
export function StateDot({ state, word }: { readonly state: State; readonly word?: string }) {
  const [name, tone] = STATES[state];
  return (
    <>
      <Mark name={name} tone={tone} />
      {word !== undefined && <span className="hidden-text">{word}</span>}
    </>
  );
}

const RISKS: Readonly<Record<string, readonly [MarkName, string]>> = {
  high: ['risk-high', 'High'],
  medium: ['risk-medium', 'Medium'],
  low: ['risk-low', 'Low'],
};

/** A mark for a risk, with its words: `High risk`. Unknown levels show nothing. */
export function Risk({ of }: { readonly of: string | undefined }) {
  const known = of !== undefined && Object.hasOwn(RISKS, of) ? RISKS[of] : undefined;
  if (known === undefined) return null;
  const [name, word] = known;
  return (
    <span className={styles.risk} data-risk={of}>
      <Mark name={name} />
      {word} risk
    </span>
  );
}

/** A word that stands in a thin frame. */
export function Label({
  tone,
  title,
  children,
}: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.label} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
