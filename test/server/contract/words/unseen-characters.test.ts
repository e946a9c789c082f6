import { describe, expect, it } from 'vitest';
import { hasHidden } from '../../../../src-renderer/ui/revealed.tsx';
import { escapeHidden, printable } from '../../../../src-server/contract/outside-text.ts';
import { characters } from '../../../../src-server/validation/rules/texts.ts';

/** Who notices that a text has a character: terminals, models, the page and the rules. */
function whoNotices(text: string): readonly string[] {
  const skill = {
    key: 'js/a/b',
    folder: '',
    manifest: {},
    files: [{ path: 'overview.md', size: text.length }],
    texts: new Map([['overview.md', text]]),
  };
  const found = [...characters(skill, {} as never)];
  return Object.entries({
    terminals: printable(text) !== text,
    models: escapeHidden(text) !== text,
    page: hasHidden(text),
    rules: found.length > 0,
  }).flatMap(([who, notices]) => (notices ? [who] : []));
}

describe('characters that nobody sees', () => {
  it.each([
    ['a bidirectional override', 'a\u202Eb'],
    ['a zero-width space', 'a\u200Bb'],
    ['a combining grapheme joiner', 'a\u034Fb'],
    ['a blank of Braille', 'a\u2800b'],
    ['a line separator', 'a\u2028b'],
    ['a tag', 'a\u{E0041}b'],
    ['a second selector behind an emoji', '😀\uFE0F\u{E0110}'],
    ['no character of Unicode', 'a\u{1FFFE}b'],
    ['a control of terminals', 'a\u001B[31mb'],
  ])('are noticed everywhere: %s', (_name, text) => {
    expect(whoNotices(text)).toEqual(['terminals', 'models', 'page', 'rules']);
  });

  it.each([
    ['letters of all scripts', 'Ünïcode 漢字 עברית'],
    ['a sign of Arabic that is written before a number', '\u0600١٢'],
    ['an emoji', '🦀'],
  ])('are not among what people read: %s', (_name, text) => {
    expect(whoNotices(text)).toEqual([]);
  });
});
