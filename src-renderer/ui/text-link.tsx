import { ExternalLink } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useCommand } from '../data/bridge.ts';
import { desktop } from '../data/host.ts';
import styles from './fields.module.css';
import { Icon } from './marks.tsx';
import { useToast } from './notice.tsx';

/**
 * A link in a sentence: into this window (`#/…`), or outside. What is outside opens in the browser, without a
 * referrer.
 */
export function TextLink({
  to,
  title,
  children,
}: {
  readonly to: string;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const toast = useToast();
  const open = useCommand('openExternal');
  const titled = title === undefined ? {} : { title };
  if (to.startsWith('#'))
    return (
      <a className="link" href={to} {...titled}>
        {children}
      </a>
    );
  const onClick = (event: MouseEvent) => {
    if (desktop === undefined) return;
    event.preventDefault();
    open.mutate({ url: to }, { onError: ({ message }) => toast(message, 'refused') });
  };
  return (
    <a
      className="link"
      href={to}
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={onClick}
      {...titled}
    >
      {children}
      <span className={styles.leaves}>
        <Icon of={ExternalLink} />
        <span className="hidden-text"> (leaves this window)</span>
      </span>
    </a>
  );
}
