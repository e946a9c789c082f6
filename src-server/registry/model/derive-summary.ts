const MAX_SUMMARY_LENGTH = 200;
/** Bounds expressions whose time is quadratic. */
const MAX_PARAGRAPH_LENGTH = 2_000;

/**
 * First sentence of prose without markup, as a fallback summary. Skips headings, code, lists, tables, quotes,
 * images and HTML. Without prose: ''.
 */
export function firstSentence(markdown: string): string {
  const paragraph = firstParagraph(markdown.replace(/^\uFEFF/, ''));
  const text = withoutMarkup(paragraph.slice(0, MAX_PARAGRAPH_LENGTH));
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

/** In order: images, links, code, `**strong**`, `*emphasis*` but not `snake_case_name`. */
const MARKUP: ReadonlyArray<readonly [RegExp, string]> = [
  [/!\[[^[\]]*\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, ''],
  [/\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, '$1'],
  [/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, '$2'],
  [/(\*\*|__)(.+?)\1/g, '$2'],
  [/(?<![\p{L}\p{N}_])[*_](?=\S)(.{1,200}?)(?<=\S)[*_](?![\p{L}\p{N}_])/gu, '$1'],
];

function withoutMarkup(text: string): string {
  const spaced = text.replace(/\s+/g, ' ');
  const plain = MARKUP.reduce((left, [mark, instead]) => left.replace(mark, instead), spaced);
  return plain.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  if (text.length <= MAX_SUMMARY_LENGTH) return text;
  const cut = text.slice(0, MAX_SUMMARY_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : undefined).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')}…`;
}
