import { type RefObject, useLayoutEffect } from 'react';

/** Milliseconds of rest. */
const REST_MS = 150;

/** Back and Forward find the box where it was left: its place is kept in the history's entry. */
export function useScrollMemory(box: RefObject<HTMLElement | null>, name: string): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const top = scrolledTo(name);
    if (top !== undefined) element.scrollTo(0, top);
    const entry = location.hash;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      if (location.hash === entry) history.replaceState({ ...history.state, [name]: element.scrollTop }, '');
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(write, REST_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // A link may lead away sooner.
    element.addEventListener('click', write, { capture: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('click', write, { capture: true });
    };
  }, [box, name]);
}

/** Where the entry that is shown was left. */
export function scrolledTo(name: string): number | undefined {
  const top: unknown = history.state?.[name];
  return typeof top === 'number' ? top : undefined;
}
