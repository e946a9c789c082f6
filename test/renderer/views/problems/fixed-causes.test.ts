import { describe, expect, it } from 'vitest';
import { fixedBetween, lookAgain, nextFixed } from '../../../../src-renderer/views/problems/fixed-causes.ts';
import { findCauses } from '../../../../src-server/contract/diagnostics/causes.ts';
import { type Diagnostic, diagnose } from '../../../../src-server/contract/diagnostics/diagnostic.ts';

const missing = (field: string, skillKey = 'a/b/c') =>
  diagnose('field-missing', `"${field}" is missing.`, {
    skillKey,
    file: 'skill.json',
    field,
    pointer: '',
    line: 1,
  });
const label = (line: number) =>
  diagnose('enum-invalid', 'A label.', {
    skillKey: 'a/b/c',
    file: 'index.json',
    pointer: '/skills/0/tier',
    value: '"core"',
    line,
  });
const causes = (...diagnostics: readonly Diagnostic[]) => findCauses(diagnostics).causes;
const ids = (found: ReturnType<typeof fixedBetween>) => found.map(({ id }) => id);

describe('a cause is fixed', () => {
  it('once none of its places is left', () => {
    expect(ids(fixedBetween(causes(label(4), missing('tier')), causes(missing('tier'))))).toEqual(['labels']);
  });

  it('not because an edit moved its lines', () => {
    expect(fixedBetween(causes(label(4)), causes(label(9)))).toEqual([]);
  });

  it('not because only a part of it is fixed, which gives it another name', () => {
    const before = causes(missing('tier'), missing('group'));
    expect(ids(before)).toEqual(['field-missing:tier,field-missing:group']);
    expect(fixedBetween(before, causes(missing('group')))).toEqual([]);
  });
});

describe('the fixed ones', () => {
  it('stay, each with its time, until they come back', () => {
    const [all, some, none] = [causes(label(4), missing('tier')), causes(label(4)), causes()];
    const first = nextFixed([], all, some, 1000);
    expect(first.map(({ cause, at }) => [cause.id, at])).toEqual([['field-missing:tier', 1000]]);
    const second = nextFixed(first, some, none, 2000);
    expect(second.map(({ cause, at }) => [cause.id, at])).toEqual([
      ['field-missing:tier', 1000],
      ['labels', 2000],
    ]);
    expect(nextFixed(second, none, some, 3000).map(({ cause }) => cause.id)).toEqual(['field-missing:tier']);
  });

  it('are the same list where nothing became different', () => {
    const fixed = nextFixed([], causes(label(4)), causes(), 1000);
    expect(nextFixed(fixed, causes(missing('tier')), causes(missing('tier')), 2000)).toBe(fixed);
  });
});

describe('while a registry is still being checked', () => {
  const clean = causes();
  const broken = causes(label(4));
  const start = { causes: clean, seen: clean, fixed: [] };
  const fixedIds = ({ fixed }: ReturnType<typeof lookAgain>) => fixed.map(({ cause }) => cause.id);

  it('a cause that came and went is fixed once all is checked', () => {
    const seen = lookAgain(start, broken, false, 1);
    const gone = lookAgain(seen, clean, false, 2);
    expect(fixedIds(gone)).toEqual([]);
    expect(fixedIds(lookAgain(gone, clean, true, 3))).toEqual(['labels']);
  });

  it('a cause that isn’t found yet is not fixed', () => {
    const known = { causes: broken, seen: broken, fixed: [] };
    const partly = lookAgain(known, clean, false, 1);
    expect(fixedIds(lookAgain(partly, broken, true, 2))).toEqual([]);
  });

  it('nothing new is the very same', () => {
    expect(lookAgain(start, clean, true, 1)).toBe(start);
    const partly = lookAgain(start, broken, false, 1);
    expect(lookAgain(partly, broken, false, 2)).toBe(partly);
  });
});
