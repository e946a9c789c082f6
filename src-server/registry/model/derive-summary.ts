const MAX_SUMMARY_LENGTH = 200;

/**
 * First sentence of prose without markup, as a fallback summary. Skips headings, code, lists, tables, quotes,
 * images and HTML. Without prose: ''.
 */
export function firstSentence(markdown: string): string {
  const paragraph = firstParagraph(markdown.replace(/^\uFEFF/, ''));
  const text = stripMarkup(paragraph);
  const sentence = /^.*?[.!?](?=\s+["'“(]?\p{Lu}|\s*$)/su.exec(text)?.[0] ?? text;
  return shorten(sentence.trim().replace(/:$/, ''));
}

function firstParagraph(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  let frontMatter = /^---\r?\n/.test(markdown);
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    if (frontMatter) {
      if (index > 0 && /^(---|\.\.\.)\s*$/.test(line)) frontMatter = false;
      continue;
    }
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark !== undefined) {
      if (lines.length > 0) break;
      fence = mark;
    } else if (/^(=+|-+)\s*$/.test(line) && lines.length === 1) {
      lines.pop(); // the previous line was a heading, underlined
    } else if (isProse(line)) {
      lines.push(line.trim());
    } else if (lines.length > 0) {
      break;
    }
  }
  return lines.join(' ');
}

function isProse(line: string): boolean {
  return /\p{L}/u.test(line) && !/^(\s{4,}|\t|\s*(#|>|\||<|!\[|[-*+]\s|\d+[.)]\s|\/\/))/.test(line);
}

/** Linear time. */
function stripMarkup(text: string): string {
  const steps = [withoutLinks, withoutCodeMarks, withoutStrongMarks, withoutEmphasis];
  return oneSpaced(steps.reduce((stripped, step) => step(stripped), oneSpaced(text))).trim();
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Caches the last match: increasing offsets cost linear time, even without a match. */
function nextPlaces(find: (from: number) => number): (from: number) => number {
  let known = -1;
  return (from) => {
    if (known < from) known = find(from);
    return known;
  };
}

function placesOf(text: string, wanted: string): (from: number) => number {
  return nextPlaces((from) => {
    const place = text.indexOf(wanted, from);
    return place < 0 ? Number.POSITIVE_INFINITY : place;
  });
}

/** `[text](target)` → `text`, `![text](target)` → nothing */
function withoutLinks(text: string): string {
  const [opening, bracket, parenthesis] = ['[', ']', ')'].map((mark) => placesOf(text, mark)) as [
    (from: number) => number,
    (from: number) => number,
    (from: number) => number,
  ];
  let plain = '';
  let from = 0;
  for (let start = opening(0); start < text.length; start = opening(start + 1)) {
    const end = bracket(start);
    const close = text.charAt(end + 1) === '(' ? parenthesis(end) : Number.POSITIVE_INFINITY;
    if (close > text.length) continue;
    const isImage = start > from && text.charAt(start - 1) === '!';
    plain += text.slice(from, isImage ? start - 1 : start) + (isImage ? '' : text.slice(start + 1, end));
    from = close + 1;
    start = close;
  }
  return plain + text.slice(from);
}

/** Ends at the next run of equally many backticks. */
function withoutCodeMarks(text: string): string {
  const runs = [...text.matchAll(/`+/g)];
  const next = new Map<number, number>();
  const ends = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.[0].length ?? 0;
    ends[index] = next.get(length) ?? -1;
    next.set(length, index);
  }
  let plain = '';
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const [start, end] = [runs[index], runs[ends[index] ?? -1]];
    if (start === undefined || end === undefined) continue;
    plain += text.slice(from, start.index) + text.slice(start.index + start[0].length, end.index);
    from = end.index + end[0].length;
    index = ends[index] ?? index;
  }
  return plain + text.slice(from);
}

/** `**text**` and `__text__` → `text` */
function withoutStrongMarks(text: string): string {
  const nextOf = { '**': placesOf(text, '**'), __: placesOf(text, '__') };
  let plain = '';
  let from = 0;
  for (let start = 0; start < text.length; start += 1) {
    const mark = text.slice(start, start + 2);
    if (mark !== '**' && mark !== '__') continue;
    const end = nextOf[mark](start + 3);
    if (end > text.length) continue;
    plain += text.slice(from, start) + text.slice(start + 2, end);
    from = end + 2;
    start = from - 1;
  }
  return plain + text.slice(from);
}

/** `*text*` and `_text_` → `text`; `snake_case_name` stays. */
function withoutEmphasis(text: string): string {
  const closing = nextPlaces((from) => {
    let end = from;
    while (end < text.length && !(isEmphasis(text, end) && isInk(text, end - 1) && !isWord(text, end + 1)))
      end += 1;
    return end;
  });
  let plain = '';
  let from = 0;
  for (let start = 0; start < text.length; start += 1) {
    if (!isEmphasis(text, start) || isWord(text, start - 1) || !isInk(text, start + 1)) continue;
    const end = closing(start + 2);
    if (end >= text.length) continue;
    plain += text.slice(from, start) + text.slice(start + 1, end);
    from = end + 1;
    start = end;
  }
  return plain + text.slice(from);
}

function isEmphasis(text: string, offset: number): boolean {
  const character = text.charAt(offset);
  return character === '*' || character === '_';
}

function isInk(text: string, offset: number): boolean {
  return text.charAt(offset).trim() !== '';
}

/** Includes halves of surrogate pairs. */
function isWord(text: string, offset: number): boolean {
  return /[\p{L}\p{N}_\p{Cs}]/u.test(text.charAt(offset));
}

function shorten(text: string): string {
  if (text.length <= MAX_SUMMARY_LENGTH) return text;
  const cut = text.slice(0, MAX_SUMMARY_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : undefined).replace(/[\s,;:–-]+$/, '')}…`;
}
