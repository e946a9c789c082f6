/** Scrolls the nearest scroller to the element. Unlike `scrollIntoView`, keeps the start of Tab. */
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

/** Elements longer than the scroller show their start. */
function overhang(start: number, end: number, from: number, to: number): number {
  return start < from ? start - from : Math.min(start - from, Math.max(0, end - to));
}
