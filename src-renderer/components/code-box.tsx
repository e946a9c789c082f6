import type { ReactNode } from 'react';
import styles from './code-box.module.css';
import { ScrollBox } from './scroll-box.tsx';

export function CodeBox({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <ScrollBox
      className={className === undefined ? `${styles.code}` : `${styles.code} ${className}`}
      label={label}
    >
      <pre>{children}</pre>
    </ScrollBox>
  );
}
