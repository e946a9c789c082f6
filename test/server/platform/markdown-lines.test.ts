import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'commonmark';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkdownLines } from '../../../src-server/platform/markdown-lines.ts';

/** What a line is: `code`, `heading`, `html`, or `text`. */
type Form = 'code' | 'heading' | 'html' | 'text';

/** The lines of a text that are not blank, as we read them. */
function ours(text: string): readonly (Form | undefined)[] {
  const reader = new MarkdownLines();
  return text.split('\n').map((line): Form | undefined => {
    const kind = reader.read(line, 0, line.length);
    if (line.trim() === '') return undefined;
    if (kind === 'fence' || kind === 'code' || kind === 'indented') return 'code';
    if (kind === 'comment') return 'html';
    return kind === 'heading' || kind === 'html' ? kind : 'text';
  });
}

/** The same lines as the reference implementation reads them. */
function theirs(text: string): readonly (Form | undefined)[] {
  const lines = text.split('\n');
  const forms: (Form | undefined)[] = lines.map((line) => (line.trim() === '' ? undefined : 'text'));
  const walker = new Parser().parse(text).walker();
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { type, sourcepos } = step.node;
    const form = FORMS.get(type);
    if (form === undefined) continue;
    const [[first], [last]] = sourcepos;
    // One that is underlined has two lines or more.
    const isUnderlined = form === 'heading' && last > first;
    if (!isUnderlined)
      for (let line = first; line <= last; line += 1)
        if (forms[line - 1] !== undefined) forms[line - 1] = form;
  }
  return forms;
}

const FORMS: ReadonlyMap<string, Form> = new Map([
  ['code_block', 'code'],
  ['html_block', 'html'],
  ['heading', 'heading'],
]);

const markdownBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

describe('the lines of Markdown', () => {
  it.each([
    ['a fence in indented code', 'Type:\n\n    ```\n\nText.\n# Heading'],
    [
      'a fence mark in a docstring',
      '```python\ndef f():\n    """See\n    ```\n    """\n# comment\n```\n# Heading',
    ],
    ['a longer fence around a shorter', '````md\n```js\n# no\n```\n````\n# Heading'],
    ['tildes around backticks', '~~~\n```\n# no\n~~~\n# Heading'],
    ['a fence in a nested list', '- a\n  - b\n\n    ```js\n    # no\n    ```\n\n  # Heading\n# Heading'],
    ['a fence that ends with its item', '- a\n  ```\n  # no\n# Heading\n'],
    ['code in a quote', '> ```\n> # no\n> ```\n> # Heading\n# Heading'],
    ['code behind a number', '10. a\n\n        code\n\n    text\n'],
    ['text that only looks like code', 'A paragraph\n    that goes on\n# Heading'],
    ['a comment with a fence', '<!--\n```\n# no\n-->\n# Heading'],
    ['HTML with a fence', '<details>\n```\n# no\n</details>\n\n# Heading'],
    ['preformatted HTML', '<pre>\n\n# no\n\n</pre>\n# Heading'],
    ['a tag within a paragraph', 'Text\n<b>\n# Heading'],
    ['a tag alone', '<b>\n# no\n\n# Heading'],
    ['backticks within a line', '```not a fence```\n# Heading'],
    ['a tab as indentation', '-\tcode\n\n\t\t# no\n\n\t# Heading'],
    ['seven marks', '####### text\n#text\n#\tHeading\n#'],
    ['an empty item', '-\n  # Heading\n\n-\n\n  # Heading'],
  ])('are read as CommonMark has them: %s', (_, text) => {
    expect(ours(text)).toEqual(theirs(text));
  });

  it('are those of the reference implementation, in every text of the sample and of real registries', () => {
    const folders = ['assets/sample-registry', '../shared/real-registry'].filter((folder) =>
      existsSync(folder),
    );
    const files = folders.flatMap(markdownBelow);
    expect(files.length).toBeGreaterThan(70);
    const different = files.filter((file) => {
      const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
      return JSON.stringify(ours(text)) !== JSON.stringify(theirs(text));
    });
    expect(different).toEqual([]);
  });

  it('are those of the reference implementation, whatever stands in them', () => {
    const piece = fc.constantFrom(
      '```',
      '~~~',
      '````',
      '# h',
      '- ',
      '1. ',
      '2) ',
      '> ',
      '    ',
      '  ',
      ' ',
      '\t',
      'text',
      '<!--',
      '-->',
      '<div>',
      '<b>',
      '---',
      '===',
      '***',
      '',
      '`',
      '<pre>',
      '</pre>',
      '+',
      '*',
    );
    const line = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 7 }), (lines) => {
        const text = lines.join('\n');
        expect(ours(text)).toEqual(theirs(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
