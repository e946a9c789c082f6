import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../src-server/platform/markdown.ts';

const headings = (...lines: readonly string[]) =>
  parseMarkdown(lines.join('\n')).flatMap((block) => (block.kind === 'heading' ? [block.text] : []));

describe('an HTML comment in Markdown', () => {
  it.each([
    ['in inline code', ['## One', 'It looks for `<!--` and stops.', '', '## Two']],
    ['in a fence', ['## One', '```html', '<!-- open', '```', '## Two']],
    ['in a fence of tildes', ['## One', '~~~', 'a <!--', '~~~', '', '## Two']],
    ['within a line', ['## One', 'Never write <!-- alone.', '', '## Two', '-->']],
    ['in a list item', ['## One', '- the sign <!-- opens', '', '## Two']],
  ])('is text %s', (_, lines) => {
    expect(headings(...lines)).toHaveLength(2);
  });

  it.each([
    ['of a line', ['## One', '<!-- ## No -->', '## Two']],
    ['of many lines', ['## One', '<!--', '## No', '', '## No', '-->', '## Two']],
    ['with a fence inside', ['## One', '<!--', '```', '-->', '## Two']],
    ['without an end at the start of a line', ['## One', '', '## Two', '<!-- forgotten', '## No']],
  ])('is blank %s', (_, lines) => {
    expect(headings(...lines)).toEqual(['One', 'Two']);
  });

  it('is read in time that grows with the text', () => {
    for (const text of ['<!-- ', '`<!-- -->', '<!-- a\n', '<!-- -->` ', 'a <!--\n', '`` <!-- ` '])
      expect(() => parseMarkdown(text.repeat(50_000))).not.toThrow();
  });
});
