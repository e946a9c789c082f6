import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  foldsHead,
  type HeadParts,
  headParts,
  readingLayout,
  readShare,
} from '../../../../src-renderer/views/skill/reading-layout.ts';

const widths = fc.integer({ min: 200, max: 2000 });

describe('the layout of a skill', () => {
  it.each([
    [1280, 800, 'column', 'column'],
    [820, 700, 'column', 'drawer'],
    [420, 640, 'row', 'drawer'],
    [640, 400, 'button', 'drawer'],
    [320, 480, 'button', 'drawer'],
    [410, 350, 'button', 'drawer'],
    [1280, 500, 'button', 'drawer'],
  ])('at %i x %i has its path as a %s and its panel as a %s', (width, height, path, panel) => {
    expect(readingLayout({ width, height })).toMatchObject({ path, panel });
  });

  it('has one line of head in a low window, at any width', () => {
    fc.assert(
      fc.property(widths, fc.integer({ min: 100, max: 1200 }), (width, height) => {
        expect(readingLayout({ width, height }).alwaysFolded).toBe(height < 560);
      }),
    );
  });
});

describe('the head', () => {
  const shown = (width: number, folded: boolean) =>
    Object.entries(headParts(width, folded, 'row')).flatMap(([name, is]) => (is ? [name] : []));

  it('loses its parts one after the other as the width falls', () => {
    const parts = ['file', 'copyWords', 'labels', 'version', 'riskWord', 'count', 'choose'];
    expect(shown(1280, true)).toEqual(parts);
    expect(shown(950, true)).toEqual(parts.slice(1));
    expect(shown(640, true)).toEqual(parts.slice(3));
    expect(shown(450, true)).toEqual(parts.slice(4));
    expect(shown(430, true)).toEqual(parts.slice(5));
    expect(shown(420, true)).toEqual(parts.slice(6));
    expect(shown(280, true)).toEqual([]);
  });

  it('has less room where the path is a button in it', () => {
    expect(headParts(640, true, 'button')).toMatchObject({ version: false, riskWord: true, choose: true });
    expect(headParts(320, true, 'button').choose).toBe(false);
    expect(headParts(320, true, 'row').choose).toBe(true);
  });

  it('never gains a part by becoming narrower', () => {
    fc.assert(
      fc.property(widths, widths, fc.boolean(), (a, b, folded) => {
        const narrow = headParts(Math.min(a, b), folded, 'button');
        const wide = headParts(Math.max(a, b), folded, 'button');
        for (const part of Object.keys(narrow) as Array<keyof HeadParts>)
          if (narrow[part]) expect(wide[part], part).toBe(true);
      }),
    );
  });
});

describe('folding the head', () => {
  it('happens after 24 pixels, and is undone only at the very top', () => {
    const most = 1000;
    expect(foldsHead({ scrollTop: 24, most }, false)).toBe(false);
    expect(foldsHead({ scrollTop: 25, most }, false)).toBe(true);
    expect(foldsHead({ scrollTop: 1, most }, true)).toBe(true);
    expect(foldsHead({ scrollTop: 0, most }, true)).toBe(false);
  });

  it('settles, whatever room the text gains by it', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.integer({ min: 0, max: 96 }), (wanted, most, gain) => {
        let folded = false;
        const tops: boolean[] = [];
        for (let step = 0; step < 4; step += 1) {
          const left = Math.max(0, most - (folded ? gain : 0));
          folded = foldsHead({ scrollTop: Math.min(wanted, left), most: left }, folded);
          tops.push(folded);
        }
        expect(new Set(tops.slice(1)).size).toBe(1);
      }),
    );
  });
});

describe('how far one has read', () => {
  it('goes from 0 to 1, and is 1 where everything is in sight', () => {
    expect([0, 250, 500, 501].map((scrollTop) => readShare({ scrollTop, most: 500 }))).toEqual([
      0, 0.5, 1, 1,
    ]);
    expect(readShare({ scrollTop: 0, most: 0 })).toBe(1);
    expect(readShare({ scrollTop: -10, most: 100 })).toBe(0);
  });
});
