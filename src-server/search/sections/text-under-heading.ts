import { formOf } from '../../platform/entry-labels.ts';
import { fenceAfter, fenceOf, isPartOfEntry, proseFences, titleOf } from '../words/text-scanner.ts';
import { joinPieces } from './section-pieces.ts';

const DEEPEST = 7;
const MOST_TITLES = 20_000;

interface Title {
  readonly start: number;
  readonly title: string;
  readonly depth: number;
  readonly fence: string | undefined;
}

/**
 * With deeper headings. Ignores case, spaces and emphasis, then also punctuation, like web anchors. First
 * match.
 */
export function textUnderHeading(text: string, heading: string): string | undefined {
  const titles = [...titlesOf(text)];
  const exact = placeOf(titles, heading, plainHeading);
  const place = exact < 0 ? placeOf(titles, heading, anchorOf) : exact;
  const found = titles[place];
  if (found === undefined) return undefined;
  const next = titles.slice(place + 1).find(({ depth }) => depth <= found.depth);
  const opening = found.fence === undefined ? '' : `\`\`\`${found.fence}\n`;
  return joinPieces([opening + text.slice(found.start, next?.start)]);
}

function placeOf(titles: readonly Title[], heading: string, form: (heading: string) => string): number {
  const wanted = form(heading);
  return wanted === '' ? -1 : titles.findIndex(({ title }) => form(title) === wanted);
}

function anchorOf(heading: string): string {
  return heading.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

function plainHeading(heading: string): string {
  return heading
    .replace(/[*_`#]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function* titlesOf(text: string): Generator<Title> {
  const prose = proseFences(text);
  let fence: string | undefined;
  let isBad = false;
  let left = MOST_TITLES;
  for (let start = 0; start < text.length && left > 0; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const opened = fenceOf(text, start, end);
    if (opened !== undefined) fence = fenceAfter(fence, opened);
    const inProse = fence === undefined || prose.has(fence);
    const title = opened === undefined ? titleOf(text, start, end, inProse) : undefined;
    if (title !== undefined && !isPartOfEntry(title, isBad)) {
      isBad = formOf(title) === 'bad';
      const marks = fence === undefined ? /^ {0,3}(#{1,6})\s/.exec(text.slice(start, end))?.[1] : undefined;
      left -= 1;
      yield { start, title, depth: marks?.length ?? DEEPEST, fence };
    }
    start = end + 1;
  }
}
