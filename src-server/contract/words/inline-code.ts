/**
 * The closing run of backticks of each run that opens inline code: the next run of equal length. By the places where
 * the runs begin; in one pass from the end, since an expression would look for each closing run anew.
 */
export function closingTicks(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { index, 0: ticks } of [...text.matchAll(/`+/g)].reverse()) {
    const close = next.get(ticks.length);
    if (close !== undefined) closing.set(index, close);
    next.set(ticks.length, index);
  }
  return closing;
}

/** Blanks out inline code with its backticks, so that places keep their columns. */
export function withoutInlineCode(line: string): string {
  if (!line.includes('`')) return line;
  let shown = '';
  let from = 0;
  for (const [open, close] of [...closingTicks(line)].reverse()) {
    if (open < from) continue;
    const ticks = /^`+/.exec(line.slice(open, close))?.[0].length ?? 0;
    const end = close + ticks;
    shown += line.slice(from, open) + ' '.repeat(end - open);
    from = end;
  }
  return shown + line.slice(from);
}
