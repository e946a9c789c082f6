import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { desktop } from '../desktop.ts';

const OpenFindBar = lazy(() => import('./open-find-bar.tsx'));

/** Electron has no built-in find box. */
export function FindBar({
  within,
  place,
}: {
  readonly within: RefObject<HTMLElement | null>;
  /** A new location closes the box. */
  readonly place: string;
}) {
  const [opened, setOpened] = useState<{ readonly place: string; readonly times: number }>();
  useEffect(
    () =>
      desktop?.on('menu', (command) => {
        if (command === 'find') setOpened((before) => ({ place, times: (before?.times ?? 0) + 1 }));
      }),
    [place],
  );
  if (opened?.place !== place) return null;
  return (
    <Suspense>
      <OpenFindBar within={within} times={opened.times} onClose={() => setOpened(undefined)} />
    </Suspense>
  );
}
