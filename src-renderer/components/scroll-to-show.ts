/**
 * Scrolls the nearest scroller until the element is inside. Unlike `scrollIntoView`, Tab still starts where it
 * would have started.
 */
export function scrollToShow(element: Element): void {
  const scroller = scrollerOf(element);
  if (scroller === undefined) return;
  const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  scroller.scrollBy({
    left: overhang(inner.left, inner.right, outer.left, outer.right),
    top: overhang(inner.top, inner.bottom, outer.top, outer.bottom),
    behavior: 'instant',
  });
}

function scrollerOf(element: Element): Element | undefined {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    const isWide = at.scrollWidth > at.clientWidth && /auto|scroll/.test(overflowX);
    const isTall = at.scrollHeight > at.clientHeight && /auto|scroll/.test(overflowY);
    if (isWide || isTall) return at;
  }
  return undefined;
}

/** The start wins where the element is longer than the scroller. */
function overhang(start: number, end: number, from: number, to: number): number {
  return start < from ? start - from : Math.min(start - from, Math.max(0, end - to));
}
