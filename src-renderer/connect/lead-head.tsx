import type { ReactNode } from 'react';
import { CopyButton } from '../components/copy.tsx';
import styles from './lead-head.module.css';

export function LeadHead({
  title,
  titleId,
  sub,
  children,
}: {
  readonly title: ReactNode;
  /** For `aria-labelledby`. */
  readonly titleId?: string;
  readonly sub: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <h1 id={titleId}>{title}</h1>
      <p className={styles.sub}>{sub}</p>
      {children !== undefined && <span className={styles.end}>{children}</span>}
    </header>
  );
}

/** `isDead`: struck through. */
export function McpAddress({ url, isDead = false }: { readonly url: string; readonly isDead?: boolean }) {
  return (
    <>
      <span className={styles.mcp} data-dead={isDead || undefined}>
        {url}
      </span>
      <CopyButton text={url} said="Copied the address">
        Copy address
      </CopyButton>
    </>
  );
}
