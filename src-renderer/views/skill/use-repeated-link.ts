import { type RefObject, useEffect, useState } from 'react';

/** Counts clicks on links to the current address: the page must scroll. */
export function useRepeatedLink(within: RefObject<HTMLElement | null>): number {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const element = within.current;
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
      if (link !== null && link.hash === location.hash) setTimes((before) => before + 1);
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [within]);
  return times;
}
