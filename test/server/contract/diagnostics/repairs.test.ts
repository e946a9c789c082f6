import { describe, expect, it } from 'vitest';
import { diagnose, problemKinds } from '../../../../src-server/contract/diagnostic.ts';

describe('problems are listed by kind', () => {
  it('what agents miss first, then by severity and number of places', () => {
    const found = [
      diagnose('index-old', 'Old.'),
      diagnose('tokens-too-few', 'Short.', { file: 'a' }),
      diagnose('link-dead', 'Dead.'),
      diagnose('tokens-too-few', 'Short.', { file: 'b' }),
      diagnose('field-missing', 'Missing.', { pointer: '', field: 'summary' }),
      diagnose('file-limit', 'Too many.'),
    ];
    expect(problemKinds(found).map(({ code, places }) => `${code} ${places.length}`)).toEqual([
      'file-limit 1',
      'tokens-too-few 2',
      'field-missing 1',
      'link-dead 1',
      'index-old 1',
    ]);
  });

  it('apart from drafts, which are no faults', () => {
    expect(problemKinds([diagnose('skill-draft', 'Draft.'), diagnose('placeholder-left', 'Left.')])).toEqual(
      [],
    );
  });

  it('also of a code that only a newer service knows', () => {
    const unknown = { ...diagnose('link-dead', 'New.'), code: 'brand-new' as 'link-dead' };
    expect(problemKinds([unknown])).toMatchObject([{ code: 'brand-new', isMended: false, fix: '' }]);
  });
});
