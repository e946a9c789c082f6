/** Wraps an example in a code block of its extension's language, with a longer fence than it has itself. */
export function asMarkdown(path: string, text: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (extension === 'md') return text;
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  // The highlighter knows languages by their extensions, too.
  return `${fence}${extension}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
