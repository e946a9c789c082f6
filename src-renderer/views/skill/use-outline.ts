import { type RefObject, useEffect } from 'react';
import type { OutlineEntry } from './reading-path.tsx';

/** More would be a second document beside the first. */
const MOST_ENTRIES = 24;
/** A heading counts as being read when it is this close to the top, in pixels. */
const READING_EDGE = 120;

/** Tells the headings of the drawn file, and which one is being read, whenever `version` changes or one scrolls. */
export function useOutline(
  page: RefObject<HTMLElement | null>,
  version: string,
  onOutline: (outline: readonly OutlineEntry[]) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing has other headings
  useEffect(() => {
    const container = page.current?.closest('[data-reading]');
    if (!container || page.current === null) return;
    const headings = outlineHeadings(page.current);
    let told = '';
    let frame = 0;
    const tell = () => {
      frame = 0;
      const edge = container.getBoundingClientRect().top + READING_EDGE;
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= edge);
      const current = passed.at(-1)?.id ?? '';
      if (told === current && told !== '') return;
      told = current;
      onOutline(
        headings.map((heading) => ({
          id: heading.id,
          text: headingText(heading),
          number: heading.dataset['entry'] ?? '',
          current: heading.id === current,
        })),
      );
    };
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(tell);
    };
    tell();
    container.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      container.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
      onOutline([]);
    };
  }, [version, onOutline]);
}

/** The entries where there are any, else the headings below the title. */
function outlineHeadings(page: HTMLElement): readonly HTMLElement[] {
  const entries = [...page.querySelectorAll<HTMLElement>('.markdown [data-entry]')];
  const headings = entries.length > 0 ? entries : [...page.querySelectorAll<HTMLElement>('.markdown h3[id]')];
  return headings.slice(0, MOST_ENTRIES);
}

function headingText(heading: HTMLElement): string {
  const copy = heading.cloneNode(true) as HTMLElement;
  for (const gutter of copy.querySelectorAll('.gutter')) gutter.remove();
  return copy.textContent?.trim() ?? '';
}

/** Brings the wanted heading or line into view once it is drawn, and shows for a moment where one has arrived. */
export function useArrival(
  page: RefObject<HTMLElement | null>,
  target: string | number | undefined,
  version: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing after the target is a reason to look again
  useEffect(() => {
    if (target === undefined || page.current === null) return;
    const found =
      typeof target === 'number' ? blockAtLine(page.current, target) : anchorIn(page.current, target);
    if (found === undefined) return;
    found.scrollIntoView({ block: 'start' });
    found.classList.add('arrived');
    const timer = setTimeout(() => found.classList.remove('arrived'), 1800);
    return () => clearTimeout(timer);
  }, [target, version]);
}

function anchorIn(page: HTMLElement, anchor: string): HTMLElement | undefined {
  const ids = [`at-${anchor}`, anchor];
  return [...page.querySelectorAll<HTMLElement>('[id]')].find(({ id }) => ids.includes(id));
}

/** The last block that starts at or before a line. */
function blockAtLine(page: HTMLElement, line: number): HTMLElement | undefined {
  return [...page.querySelectorAll<HTMLElement>('[data-line]')]
    .filter((block) => Number(block.dataset['line']) <= line)
    .at(-1);
}
