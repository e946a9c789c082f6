// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFixed } from '../../../../src-renderer/views/problems/use-fixed.ts';
import { findCauses } from '../../../../src-server/contract/diagnostics/causes.ts';
import { diagnose } from '../../../../src-server/contract/diagnostics/diagnostic.ts';

const { causes } = findCauses([
  diagnose('field-missing', '"tier" is missing.', { skillKey: 'a/b/c', file: 'skill.json', field: 'tier' }),
]);

it('a problem group of another folder is not fixed, one of the same folder is', () => {
  const { result, rerender } = renderHook(
    ({ found, subject }) => useFixed(found, subject, true).fixed.map(({ cause }) => cause),
    { initialProps: { found: causes, subject: 'one folder' } },
  );
  rerender({ found: [], subject: 'another folder' });
  expect(result.current).toEqual([]);
  rerender({ found: causes, subject: 'another folder' });
  rerender({ found: [], subject: 'another folder' });
  expect(result.current).toEqual(causes);
});
