// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { Markdown } from '../../../src-renderer/views/reader/markdown.tsx';
import type { LineProblem } from '../../../src-renderer/views/reader/page-tree.ts';
import { parsePage } from '../../../src-renderer/views/reader/parse-page.ts';
import { cleanup, drawElement } from '../draw-view.tsx';

afterEach(cleanup);

function draw(text: string, entries?: 'pitfall' | 'red-line', problems: readonly LineProblem[] = []) {
  const page = parsePage(text, entries !== undefined);
  if (page === undefined) throw new Error('The text was not parsed');
  return drawElement(<Markdown page={page} entries={entries} problems={problems} />).container;
}

describe('a text as a page', () => {
  it('has headings without a gap below the skill’s own, whatever the file jumps over', () => {
    const levels = [...draw('# T\n#### deep\n##### deeper\n## up').querySelectorAll('h1,h2,h3,h4,h5,h6')];
    expect(levels.map(({ tagName }) => tagName)).toEqual(['H2', 'H3', 'H4', 'H3']);
  });

  it('gives every heading an anchor of its own', () => {
    const ids = [...draw('# A\n## A\n## A b!\n## ???\n## ???').querySelectorAll('[id^=at-]')].map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['at-a', 'at-a-2', 'at-a-b', 'at-section', 'at-section-2']);
  });

  it('numbers its entries, unless they bring a number', () => {
    const numbers = (text: string) =>
      [...draw(text, 'pitfall').querySelectorAll<HTMLElement>('[data-entry]')].map(
        (heading) => heading.dataset['entry'],
      );
    expect(numbers('# T\n## a\n### no\n## b')).toEqual(['1', '2']);
    expect(numbers('# T\n### 1. a\n### Pitfall 2: b')).toEqual(['', '']);
  });

  it('says of each block which line of the file it comes from', () => {
    const container = draw('# T\n\ntext\n\n```js\nx\n```\n');
    expect(container.querySelector('pre')?.closest('[data-line]')?.getAttribute('data-line')).toBe('5');
    expect(container.querySelector('p')?.getAttribute('data-line')).toBe('3');
  });

  it('keeps highlighting inside of lines, over line ends', () => {
    const lines = draw('```js\n/* one\ntwo */ const x = 1;\n```').querySelectorAll('[data-rail]');
    expect(lines).toHaveLength(2);
    expect(lines[0]?.querySelector('[data-kind=note]')?.textContent).toBe('/* one');
    expect(lines[1]?.querySelector('[data-kind=note]')?.textContent).toBe('two */');
    expect(lines[1]?.querySelector('[data-kind=key]')?.textContent).toBe('const');
  });

  it('holds the code of a block as it stands, empty lines included, and nothing else', () => {
    const code = 'a {\n\n  b: "c";\n}';
    expect(draw(`\`\`\`css\n${code}\n\`\`\``).querySelector('pre')?.textContent).toBe(code);
  });

  it('knows the language of an example by its extension', () => {
    for (const extension of ['rs', 'py', 'go', 'js', 'ts', 'cpp', 'hpp', 'toml', 'yml', 'sh'])
      expect(
        draw(`\`\`\`${extension}\n"text" 1\n\`\`\``).querySelector('[data-kind]'),
        extension,
      ).not.toBeNull();
  });

  it('takes a comment that opens its line for a remark, and neither an attribute nor one behind code', () => {
    const code = '// BAD: it blocks\n#[tokio::main]\nrun(); // at once\n  // and for ever';
    const remarks = draw(`\`\`\`rust\n${code}\n\`\`\``).querySelectorAll('[data-rail="bad"][data-remark]');
    expect(Array.from(remarks, ({ textContent }) => textContent?.trim())).toEqual([
      '// BAD: it blocks',
      '// and for ever',
    ]);
  });

  it('draws a language that nobody knows as plain code', () => {
    expect(draw('```nonsense\nx\n```').querySelector('[data-rail]')?.textContent).toBe('x');
  });

  it('shows hidden characters in words, code and the names of images', () => {
    const container = draw('a\u202eb `c\u200bd`\n\n![e\u2066f](g.png)\n\n```js\ni\u2028j\n```');
    for (const code of ['U+202E', 'U+200B', 'U+2066', 'U+2028'])
      expect(container.textContent).toContain(code);
    expect(container.textContent).not.toMatch(/[\u202e\u200b\u2066\u2028]/u);
  });

  it('shows HTML as text, with its hidden characters', () => {
    const container = draw('<b onclick="x()">bold\u202e</b>\n\n<script>\nalert(1)\n</script>');
    expect(container.querySelector('b, script')).toBeNull();
    expect(container.textContent).toContain('<b onclick="x()">boldU+202E</b>');
    expect(container.textContent).toContain('alert(1)');
  });
});

describe('a problem of a line', () => {
  const problem = (line: number, message = 'wrong') => ({ line, message });

  it('stands above its block, which is marked', () => {
    const container = draw('# T\n\none\n\ntwo\nthree\n', undefined, [problem(6)]);
    expect(container.querySelector('[data-problem]')?.textContent).toBe('two\nthree');
    expect(container.querySelector('[role=note]')?.textContent).toBe('wrong');
  });

  it('marks the line itself in code', () => {
    const container = draw('```js\na();\nb();\n```\n', undefined, [problem(3)]);
    expect([...container.querySelectorAll('[data-problem]')].map((line) => line.textContent)).toEqual([
      'b();',
    ]);
  });

  it('is told once where two lines of a block have it', () => {
    const container = draw('```js\na();\nb();\n```\n', undefined, [problem(2), problem(3)]);
    expect(container.querySelectorAll('[role=note]')).toHaveLength(1);
    expect(container.querySelectorAll('[data-problem]')).toHaveLength(2);
  });
});
