import { X } from 'lucide-react';
import { useCommand, useNotices } from '../data/use-app.ts';
import { Revealed } from '../text/revealed.tsx';
import { IconButton } from '../ui/controls/button.tsx';
import { TextLink } from '../ui/controls/text-link.tsx';
import { Mark } from '../ui/show/marks.tsx';
import styles from './notices.module.css';

/** What the app has to say once, below the view; none hides another. */
export function Notices() {
  const { data = [] } = useNotices();
  const dismiss = useCommand('dismissNotice');
  return (
    <aside className={styles.notices} aria-live="polite" aria-label="Notices">
      {data.map((notice) => (
        <div key={notice.id} className={styles.one}>
          <Mark name="info" tone="still" />
          <p>
            <b>
              <Revealed text={notice.title} />
            </b>{' '}
            <Revealed text={notice.text} />{' '}
            {notice.link !== undefined && <TextLink to={notice.link.url}>{notice.link.label}</TextLink>}
          </p>
          <IconButton name="Close the notice" icon={X} onClick={() => dismiss.mutate({ id: notice.id })} />
        </div>
      ))}
    </aside>
  );
}
