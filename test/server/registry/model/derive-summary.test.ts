import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSentence } from '../../../../src-server/registry/manifest.ts';

describe('firstSentence', () => {
  it('takes the first sentence below the heading', () => {
    expect(firstSentence('# Overview\n\nA small logger. It is fast.\n')).toBe('A small logger.');
  });

  it('joins the lines of a paragraph and drops markup', () => {
    expect(firstSentence('**tokio** is [Rust](https://x)\nruntime with `async` I/O. More.')).toBe(
      'tokio is Rust runtime with async I/O.',
    );
  });

  it('does not end at a dot inside a name or number', () => {
    expect(firstSentence('Node.js 20.19 e.g. works here. Next.')).toBe('Node.js 20.19 e.g. works here.');
  });

  it('passes over front matter, lists, tables, quotes, images and code', () => {
    const markdown =
      '---\ntitle: x\n---\n- item\n> quote\n![i](x)\n| a |\n```\ncode line\n```\n    indented\n\nProse.';
    expect(firstSentence(markdown)).toBe('Prose.');
  });

  it('keeps underscores inside names', () => {
    expect(firstSentence('flat_hash_map and node_hash_map are containers.')).toBe(
      'flat_hash_map and node_hash_map are containers.',
    );
  });

  it('gives nothing for a text that is one code block', () => {
    expect(firstSentence('```cpp\n// Overview: a logger.\n```\n')).toBe('');
  });

  it('takes an underlined heading for a heading', () => {
    expect(firstSentence('Overview\n========\n\nThe text.')).toBe('The text.');
  });

  it('is one line of at most 201 characters, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const summary = firstSentence(text);
        expect(summary.length).toBeLessThanOrEqual(201);
        expect(summary).not.toMatch(/\n/);
      }),
    );
  });
});
