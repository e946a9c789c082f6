import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Notice } from '../show/notice.tsx';
import styles from './query-view.module.css';

/** Milliseconds: a skeleton that shows earlier would flicker. */
const WAIT_MS = 150;

/** Draws loading and failed once for all views; loaded data stays while it is asked again or can't be. */
export function QueryView<T>({
  of,
  name,
  children,
}: {
  readonly of: UseQueryResult<T, Error>;
  /** Follows “The”: `skills`. */
  readonly name: string;
  readonly children: (data: T) => ReactNode;
}) {
  const { data, error } = of;
  const again = (
    <Button kind={data === undefined ? 'primary' : 'plain'} onClick={() => void of.refetch()}>
      Try again
    </Button>
  );
  return (
    <>
      {error !== null && (
        <div className={styles.failed}>
          <Notice
            kind={data === undefined ? 'error' : 'warning'}
            title={data === undefined ? `The ${name} could not be loaded.` : `These ${name} may be old.`}
            actions={again}
          >
            {error.message}
          </Notice>
        </div>
      )}
      {data !== undefined ? children(data) : error === null && <Loading />}
    </>
  );
}

/** Skeletons on the page. */
let drawn = 0;

/** @param goesOn where the one that it replaces was drawn, such as that of a part which waits for its text */
export function Loading({ goesOn = false }: { readonly goesOn?: boolean }) {
  const [isLate, setIsLate] = useState(() => goesOn && drawn > 0);
  useLayoutEffect(() => {
    if (!isLate) return;
    drawn += 1;
    return () => {
      drawn -= 1;
    };
  }, [isLate]);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} role="status" aria-label="Loading">
      {isLate && [52, 64, 44, 58, 48, 70].map((width) => <i key={width} style={{ width: `${width}%` }} />)}
    </div>
  );
}
