import { ExternalLink } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { desktop, refusalSentence } from '../desktop.ts';
import { Icon } from './icon.tsx';
import { useToast } from './toast.tsx';
import styles from './web-link.module.css';

/** A link that leaves the window: through the desktop app, which checks it again, or in a new tab without a referrer. */
export function WebLink({
  url,
  title,
  children,
}: {
  readonly url: string;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const toast = useToast();
  const onClick = (event: MouseEvent) => {
    if (desktop === undefined) return;
    event.preventDefault();
    desktop.openExternal({ url }).catch((error: unknown) => toast(refusalSentence(error), 'refused'));
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
