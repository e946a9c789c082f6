const FENCE = /^ {0,3}(`{3,}|~{3,})(?:[ \t]*([\w-]+))?[ \t]*$/;
const TITLE = /^ {0,3}#\s/;

/**
 * Unwraps a single code fence around the text, perhaps below a title: some tools wrap their whole answer.
 * Empties lines, to preserve line numbers. A fence without language must precede a heading: otherwise the
 * text may be code.
 */
export function unwrapWholeFence(text: string): string {
  const lines = text.split(/\r?\n/);
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index]));
  const [first, second] = filled;
  const last = filled.at(-1);
  if (first === undefined || last === undefined) return text;
  const titled = TITLE.test(lines[first] ?? '');
  const open = titled ? second : first;
  if (open === undefined || open >= last) return text;

  const [, mark, language = ''] = FENCE.exec(lines[open] ?? '') ?? [];
  const close = FENCE.exec(lines[last] ?? '');
  if (mark === undefined || close?.[1] !== mark || close[2] !== undefined) return text;
  const inside = lines.slice(open + 1, last);
  const heading = inside.find((line) => line.trim() !== '') ?? '';
  const isMarkdown = /^(?:markdown|md)$/i.test(language);
  if (!isMarkdown && !(language === '' && /^ {0,3}#{1,6}\s/.test(heading))) return text;
  if (inside.filter((line) => /^ {0,3}(?:`{3,}|~{3,})/.test(line)).length % 2 !== 0) return text;

  const emptied = new Set([open, last, ...(titled && TITLE.test(heading) ? [first] : [])]);
  return lines.map((line, index) => (emptied.has(index) ? '' : line)).join('\n');
}
