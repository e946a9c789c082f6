import { fenceAfter, fenceOf, type Section, scanText } from '../../../search/words/text-scanner.ts';

/**
 * A text in the pieces that it may be cut into, which together are the text: markdown before its headings and labelled
 * entries, or, where it has just one, at the blank lines that end its long sections; anything else not at all.
 */
export function piecesOf(path: string, text: string): readonly string[] {
  if (!/\.md$/i.test(path)) return [text];
  const sections: Section[] = [];
  scanText(text, true, { run: () => {}, sectionEnd: (section) => sections.push(section) });
  const titled = sections.filter(
    ({ heading }, place) => place === 0 || heading !== sections[place - 1]?.heading,
  );
  const starts = (titled.length > 2 ? titled : sections).map(({ start }) => start);
  return starts.map((start, place) => text.slice(start, starts[place + 1]));
}

/** Pieces put together again; a fence that the cut left open is closed. */
export function joinPieces(pieces: readonly string[]): string {
  const text = pieces.join('').trimEnd();
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const fence = fenceOf(line, 0, line.length);
    if (fence !== undefined) open = fenceAfter(open, fence);
  }
  return open === undefined ? text : `${text}\n\`\`\``;
}
