/** What views are made of: pages, stacks, rows, cards and lists. */

import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react';
import { Icon } from '../ui/marks.tsx';
import disclosure from './disclosure.module.css';
import styles from './layout.module.css';

/** A view that is a column of sentences and cards. The title says the state in one sentence. */
export function Page({
  title,
  sub,
  actions,
  children,
}: {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  /** What can be done with all of it. It stands beside the title, below it under 900 px. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <div className={actions === undefined ? undefined : styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {sub !== undefined && <p className={styles.sub}>{sub}</p>}
        {actions !== undefined && <Row>{actions}</Row>}
      </div>
      {children}
    </div>
  );
}

interface Spaced {
  /** The space between the children, in steps of the scale; 2 by default. */
  readonly gap?: 1 | 2 | 3 | 4 | 5;
  readonly children: ReactNode;
}

/** Puts its children below each other. */
export function Stack({ gap = 2, children }: Spaced) {
  return (
    <div className={styles.stack} data-gap={gap}>
      {children}
    </div>
  );
}

/** Puts its children beside each other, and wraps. */
export function Row({ gap = 2, children }: Spaced) {
  return (
    <div className={styles.row} data-gap={gap}>
      {children}
    </div>
  );
}

/** Paper with an edge. As a list (`ul`) it holds `ListRow`s. */
export function Card({
  as: Element = 'div',
  quiet = false,
  children,
  ...props
}: Pick<ComponentProps<'div'>, 'aria-label' | 'aria-labelledby'> & {
  readonly as?: 'div' | 'ul' | 'section';
  /** Whether it is grey, for what needs no attention. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Element {...props} className={styles.card} data-quiet={quiet || undefined}>
      {children}
    </Element>
  );
}

/** A heading with what belongs to it. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <h2>
        {title}
        {aside !== undefined && <span>{aside}</span>}
      </h2>
      {children}
    </section>
  );
}

/** A list, and what was chosen in it beside it from 900 px; below that only the list. */
export function Split({ left, right }: { readonly left: ReactNode; readonly right: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.left}>{left}</div>
      <div className={styles.right}>{right}</div>
    </div>
  );
}

/** One thing of a list in a `Card as="ul"`: a mark, a sentence, its detail, and what can be done. */
export function ListRow({
  icon,
  title,
  detail,
  actions,
  isNext = false,
  children,
}: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** What can be done. It stands beside the sentence, below it under 640 px. */
  readonly actions?: ReactNode;
  /** Whether it is the next step, which has a signal at its edge. */
  readonly isNext?: boolean;
  /** What was opened below it. */
  readonly children?: ReactNode;
}) {
  return (
    <li className={styles.listRow} data-next={isNext || undefined}>
      <span className={styles.rowIcon}>{icon}</span>
      <div className={styles.rowWords}>
        <div className={styles.rowTitle}>{title}</div>
        {detail !== undefined && <div className={styles.rowDetail}>{detail}</div>}
      </div>
      {actions !== undefined && <div className={styles.rowActions}>{actions}</div>}
      {children !== undefined && <div className={styles.rowInside}>{children}</div>}
    </li>
  );
}

const WIDE = '(width >= 900px)';

/** Whether there is room for two panes. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(WIDE);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** A line that opens what is below it. */
export function Disclosure({
  summary,
  isOpen,
  onToggle,
  children,
}: {
  readonly summary: ReactNode;
  /** Whether it is open. Without this the browser keeps the state. */
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <details
      className={disclosure.disclosure}
      {...(isOpen !== undefined && { open: isOpen })}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>
        <span className={disclosure.summary}>{summary}</span>
        <Icon of={ChevronDown} />
      </summary>
      {children}
    </details>
  );
}
