import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../src-server/contract/limits.ts';
import { symptomsOf } from '../../../../src-server/search/search-document.ts';
import { placeholder } from '../../../../src-server/validation/knowledge-files.ts';

const symptoms = (stated: unknown): readonly string[] =>
  symptomsOf({ extensions: { skills_registry: { symptoms: stated } } });

describe("a skill's symptoms", () => {
  it('are the texts of its extension, as they are written', () => {
    expect(symptoms(['EADDRINUSE: address already in use', 'it hangs at the end'])).toEqual([
      'EADDRINUSE: address already in use',
      'it hangs at the end',
    ]);
  });

  it('are never what is still to be written, nor what is no text', () => {
    expect(symptoms([placeholder('an error message'), 7, null, ['x'], '', '  ', 'real'])).toEqual(['real']);
  });

  it('are the first of them, each cut where it is too long', () => {
    const long = 'x'.repeat(LIMITS.symptomCharacters + 1);
    const many = symptoms(Array.from({ length: LIMITS.symptoms + 1 }, () => long));
    expect(many).toHaveLength(LIMITS.symptoms);
    expect(many[0]).toHaveLength(LIMITS.symptomCharacters);
  });

  it('are none, whatever else stands there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(symptomsOf({ extensions: value })).toEqual([]);
        expect(symptomsOf({ extensions: { skills_registry: value } })).toEqual([]);
        if (!Array.isArray(value)) expect(symptoms(value)).toEqual([]);
      }),
    );
  });
});
