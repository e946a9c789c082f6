import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { serviceWords } from '../../src-main/contract/service-state.ts';
import { useService } from '../data/registry.ts';
import { Button, LinkButton } from './button.tsx';
import { Empty, Notice } from './notice.tsx';
import styles from './query-view.module.css';

/** Milliseconds until a skeleton shows: an earlier one would flicker. */
const WAIT_MS = 150;

/**
 * Draws what loads, fails or isn't asked, once for all views. What was loaded stays while it is asked again or can't
 * be.
 */
export function QueryView<T>({
  of,
  name,
  unasked,
  children,
}: {
  readonly of: UseQueryResult<T, Error>;
  /** What is loaded; it follows “The”, as in `skills`. */
  readonly name: string;
  /** Stands in place of the sentence that no service would answer, for a view that says so itself. */
  readonly unasked?: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  const { data, error } = of;
  if (data === undefined && error === null)
    return of.fetchStatus !== 'idle' ? (
      <Loading />
    ) : unasked === undefined ? (
      <Unasked name={name} />
    ) : (
      unasked
    );
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
      {data !== undefined && children(data)}
    </>
  );
}

/** Says that nothing is asked of a service that doesn't run: loading would never end. */
function Unasked({ name }: { readonly name: string }) {
  const { state } = useService();
  if (state.phase === 'asking') return <Loading />;
  const isComing = state.phase === 'starting' || state.phase === 'restarting';
  return (
    <div className={styles.unasked}>
      <Empty
        as="h1"
        title={`${serviceWords(state, new Date()).line}. The ${name} can’t be shown${isComing ? ' yet' : ''}.`}
        actions={
          <LinkButton kind={isComing ? 'plain' : 'primary'} href="#/source">
            Open Source
          </LinkButton>
        }
      />
    </div>
  );
}

/** The number of skeletons on the page. */
let drawn = 0;

/**
 * Draws skeletons once loading takes long.
 * @param goesOn whether it takes the place of one that was drawn, such as that of a part which waits for its text
 */
export function Loading({ goesOn = false }: { readonly goesOn?: boolean }) {
  const [isLate, setIsLate] = useState(() => goesOn && drawn > 0);
  useLayoutEffect(() => {
    if (!isLate) return;
    drawn += 1;
    // Not at once: what takes its place is drawn after it is taken away.
    return () =>
      queueMicrotask(() => {
        drawn -= 1;
      });
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
