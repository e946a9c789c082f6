import { type RefObject, useEffect } from 'react';

const FOCUSABLE = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

/**
 * Where what has the focus goes away, such as a row of a skill that was removed or a button that was replaced by what it
 * opened, the focus goes to what stands in its place, instead of to the page: keys go on from there. A new view chooses
 * its own focus.
 */
export function useKeptFocus(within: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  useEffect(() => {
    const root = within.current;
    if (root === null || !isDrawn) return;
    let last: Place | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement && target !== root ? placeOf(target, root) : undefined;
    };
    const observer = new MutationObserver(() => {
      if (last === undefined || last[0]?.element.isConnected) return;
      if (document.activeElement === document.body) standIn(last, root)?.focus({ preventScroll: true });
      last = undefined;
    });
    root.addEventListener('focusin', onFocus);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [within, isDrawn]);
}

/** The element and what it stands in, each with its number among its siblings; without the root. */
type Place = readonly { readonly element: HTMLElement; readonly index: number }[];

function placeOf(focused: HTMLElement, root: HTMLElement): Place {
  const place: { element: HTMLElement; index: number }[] = [];
  for (
    let element: HTMLElement | null = focused;
    element && element !== root;
    element = element.parentElement
  )
    place.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) });
  return place;
}

/** In what is left of the place; undefined if all of the view is another. */
function standIn(place: Place, root: HTMLElement): HTMLElement | undefined {
  const left = place.findIndex(({ element }) => element.isConnected);
  if (left === -1) return undefined;
  const { children } = place[left]?.element ?? root;
  const at = Math.min(place[left - 1]?.index ?? 0, children.length - 1);
  const next = [...children].slice(at).concat([...children].slice(0, Math.max(at, 0)).reverse());
  const found = next.flatMap((child) => firstIn(child) ?? [])[0] ?? root;
  // A touch screen would cover the page with its keys.
  const opensKeys = found instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches;
  return opensKeys ? root : found;
}

function firstIn(element: Element): HTMLElement | undefined {
  if (element.matches(FOCUSABLE)) return element as HTMLElement;
  return element.querySelector<HTMLElement>(FOCUSABLE) ?? undefined;
}
