import { type RefObject, useEffect, useState } from 'react';

/** How often a link within led to where one already was: such a link changes no address, and still leads somewhere. */
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
