import { describe, expect, it } from 'vitest';
import { asMarkdown } from '../../../src-renderer/views/reader/reader.tsx';

describe('a file as markdown', () => {
  it('is itself where it is markdown', () => {
    expect(asMarkdown('Overview.MD', '# A')).toBe('# A');
  });

  it('is one code block of its language where it is an example', () => {
    expect(asMarkdown('examples/basic.rs', 'fn main() {}')).toBe('```rs\nfn main() {}\n```');
    expect(asMarkdown('examples/Makefile', 'all:\n')).toBe('```\nall:\n```');
    expect(asMarkdown('examples/x.constructor', 'a')).toBe('```constructor\na\n```');
  });

  it('is not ended by a fence of its own', () => {
    expect(asMarkdown('examples/x.js', '`````\n')).toBe('``````js\n`````\n``````');
  });
});
