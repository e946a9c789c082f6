import type { ReactNode } from 'react';
import { CopyButton } from '../components/copy.tsx';
import styles from './lead-head.module.css';

/** The first line of Home and of Connect: what is so, how far it is, and at the end the address or what helps. */
export function LeadHead({
  title,
  titleId,
  sub,
  children,
}: {
  readonly title: ReactNode;
  /** For what the heading labels. */
  readonly titleId?: string;
  readonly sub: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <h1 id={titleId}>{title}</h1>
      <p className={styles.sub}>{sub}</p>
      <span className={styles.end}>{children}</span>
    </header>
  );
}

/** The address that programs are given, to copy; struck out where nothing answers there. */
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
