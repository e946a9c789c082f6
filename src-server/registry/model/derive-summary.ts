/** Longest summary that is made from a text; cut at a word. */
const MAX_SUMMARY_LENGTH = 200;

/**
 * The first sentence of a markdown text's prose, without markup, for skills that declare no summary. Headings, code,
 * lists, tables, quotes, images and HTML are passed over; texts that are one big code block with prose as comments
 * yield nothing rather than a guess.
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
      lines.pop(); // what stood above was a heading, underlined
    } else if (isProse(line)) {
      lines.push(line.trim());
    } else if (lines.length > 0) {
      break;
    }
  }
  return lines.join(' ');
}

/** Not blank, heading, list, table, quote, image, HTML, rule or indented code; and it has a letter. */
function isProse(line: string): boolean {
  return /\p{L}/u.test(line) && !/^(\s{4,}|\t|\s*(#|>|\||<|!\[|[-*+]\s|\d+[.)]\s|\/\/))/.test(line);
}

function stripMarkup(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])[*_](\S(?:.*?\S)?)[*_](?![\p{L}\p{N}_])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function shorten(text: string): string {
  if (text.length <= MAX_SUMMARY_LENGTH) return text;
  const cut = text.slice(0, MAX_SUMMARY_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : undefined).replace(/[\s,;:–-]+$/, '')}…`;
}
