import { ExternalLink } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { desktop } from '../desktop.ts';
import { Icon } from './icon.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './web-link.module.css';

/** The app validates the URL again; browsers open a tab without referrer. */
export function WebLink({
  url,
  title,
  children,
}: {
  readonly url: string;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const attempt = useAttempt();
  const onClick = (event: MouseEvent) => {
    if (desktop === undefined) return;
    const { openExternal } = desktop;
    event.preventDefault();
    attempt(() => openExternal({ url }));
  };
  return (
    <a
      className="link"
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={onClick}
      {...(title === undefined ? {} : { title })}
    >
      {children}
      <span className={styles.leaves}>
        <Icon of={ExternalLink} />
        <span className="hidden-text"> (leaves this window)</span>
      </span>
    </a>
  );
}
