import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';
import { Icon } from './marks.tsx';

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
      className={styles.disclosure}
      {...(isOpen !== undefined && { open: isOpen })}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>
        <span className={styles.summary}>{summary}</span>
        <Icon of={ChevronDown} />
      </summary>
      {children}
    </details>
  );
}
