import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
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
  const box = useRef<HTMLElement>(null);
  useHeightAs('--notices', box);
  return (
    <aside ref={box} className={styles.notices} aria-live="polite" aria-label="Notices">
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

/** Passing messages stand above the notices, however many these are. */
function useHeightAs(property: string, box: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty(property, `${Math.ceil(entry?.contentRect.height ?? 0)}px`),
    );
    if (box.current !== null) observer.observe(box.current);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [property, box]);
}
