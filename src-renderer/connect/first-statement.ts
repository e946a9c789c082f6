/** First `##` heading with the text below. */
export interface Statement {
  readonly heading: string;
  readonly text: string;
}

/** Characters. */
const LONGEST = 220;

/** @param markdown file, starting with the title */
export function firstStatement(markdown: string): Statement | undefined {
  const lines = markdown.slice(0, 20_000).split(/\r?\n/);
  const at = lines.findIndex((line) => /^##\s+\S/.test(line));
  if (at === -1) return undefined;
  const below = lines.slice(at + 1);
  const start = below.findIndex((line) => line.trim() !== '');
  const first = start === -1 ? '' : (below[start] ?? '');
  if (first === '' || /^(?:#|```|~~~|\||<|>)/.test(first)) return undefined;
  return { heading: plain(lines[at]?.replace(/^#+/, '') ?? ''), text: cut(plain(first)) };
}

function plain(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]+/g, '')
    .trim();
}

/** After a sentence, else a word. */
function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  const short = text.slice(0, LONGEST);
  const sentence = short.match(/^.*[.!?](?=\s)/s)?.[0];
  return sentence ?? `${short.replace(/\s+\S*$/, '')}…`;
}
