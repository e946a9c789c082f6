import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrapWholeFence } from '../../../src-renderer/views/reader/page-tree.ts';

const fenced = (inside: string, open = '```markdown') => `${open}\n${inside}\n\`\`\``;

describe('a file that is one fence', () => {
  it('is read as what is inside', () => {
    expect(unwrapWholeFence(fenced('# A\n\ntext')).trim()).toBe('# A\n\ntext');
    expect(unwrapWholeFence(fenced('# A\n\ntext', '```')).trim()).toBe('# A\n\ntext');
  });

  it('may begin below its title, which goes where the inside brings its own', () => {
    expect(unwrapWholeFence(`# Pitfalls\n\n${fenced('# Pitfalls of mux\n\n## 1. A')}`).trim()).toBe(
      '# Pitfalls of mux\n\n## 1. A',
    );
    expect(unwrapWholeFence(`# Pitfalls\n\n${fenced('text')}`)).toContain('# Pitfalls');
  });

  it('may hold code of its own', () => {
    expect(unwrapWholeFence(fenced('# A\n```go\nx()\n```'))).toContain('```go\nx()\n```');
  });

  it('keeps the lines of the file', () => {
    const text = `# T\n\n${fenced('# A\n\nline six')}\n`;
    expect(unwrapWholeFence(text).split('\n')[5]).toBe(text.split('\n')[5]);
  });

  it('is read like that by find, too: also with text behind it, without its end, or with one end for two', () => {
    expect(unwrapWholeFence(`${fenced('# A')}\n\nand more`)).toBe('\n# A\n\n\nand more');
    expect(unwrapWholeFence('```markdown\n# never closed')).toBe('\n# never closed');
    expect(unwrapWholeFence(fenced('# A\n```go\nx()'))).toBe('\n# A\n```go\nx()\n```');
  });

  it('stays as it is where it is code', () => {
    for (const text of [
      fenced('int main() {}', '```cpp'),
      fenced('just text', '```'),
      `${fenced('# A', '```')}\n\nand more`,
      '# Only a title',
      '',
    ])
      expect(unwrapWholeFence(text)).toBe(text);
  });

  it('never adds or loses a line', () => {
    const line = fc.constantFrom('# A', '', 'text', '```', '```markdown', '```go', '~~~');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(unwrapWholeFence(lines.join('\n')).split('\n')).toHaveLength(Math.max(1, lines.length));
      }),
    );
  });
});
