import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countHidden, hasHidden, revealHidden, writtenOut } from '../../../src-renderer/ui/revealed.tsx';

const codes = (text: string) =>
  revealHidden(text).flatMap((piece) => (piece.kind === 'hidden' ? [piece.code] : []));

describe('hidden characters', () => {
  it('are shown by their code, in their place', () => {
    expect(revealHidden('a\u200bb')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'hidden', code: 'U+200B', name: 'zero-width space' },
      { kind: 'text', text: 'b' },
    ]);
  });

  it('are controls, zero-width and bidirectional characters, tags and selectors that carry text', () => {
    const hidden = [
      '\u0007',
      '\u00ad',
      '\u200b',
      '\u200e',
      '\u202e',
      '\u2066',
      '\u2060',
      '\ufeff',
      '\u{e0041}',
      '\u{e0101}',
      '\u3164',
    ];
    for (const character of hidden) expect(countHidden(`x${character}y`), character).toBe(1);
  });

  it('are not line ends, tabs, letters of any script, or the joiners and selectors of emoji', () => {
    for (const text of ['a\tb\r\nc', 'Ünïcødé 日本語 العربية हिन्दी', '👨‍👩‍👧 🏳️‍🌈 👩🏽‍💻 ☀️', 'naïve café'])
      expect(codes(text), text).toEqual([]);
  });

  it('are all that Unicode says not to draw, each selector among them', () => {
    const ignorable = /\p{Default_Ignorable_Code_Point}/u;
    for (let point = 0; point <= 0xe0fff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      if (!ignorable.test(character)) continue;
      expect(codes(`x${character}y`)).toEqual([`U+${point.toString(16).toUpperCase().padStart(4, '0')}`]);
    }
    for (let point = 0xfe00; point <= 0xfe0f; point += 1)
      expect(revealHidden(`x${String.fromCodePoint(point)}`)[1]).toMatchObject({
        name: 'variation selector',
      });
  });

  it('include a second selector behind a picture, where bits could be hidden', () => {
    expect(codes('☀\ufe0f')).toEqual([]);
    expect(codes('1\ufe0f\u20e3')).toEqual([]);
    expect(codes('☀\ufe0f\ufe0f\ufe0e')).toEqual(['U+FE0F', 'U+FE0E']);
    expect(codes('☀\ufe01')).toEqual(['U+FE01']);
  });

  it('include a joiner that joins nothing', () => {
    expect(codes('pass\u200dword')).toEqual(['U+200D']);
  });

  it('are written out where nothing but text can stand', () => {
    expect(writtenOut('gin\u202egpj.exe')).toBe('gin[U+202E]gpj.exe');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(countHidden(writtenOut(text))).toBe(0);
        if (!hasHidden(text)) expect(writtenOut(text)).toBe(text);
      }),
    );
  });

  it('lose nothing of the text around them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const back = revealHidden(text).map((piece) =>
          piece.kind === 'text' ? piece.text : String.fromCodePoint(Number.parseInt(piece.code.slice(2), 16)),
        );
        expect(back.join('')).toBe(text);
      }),
    );
  });
});
