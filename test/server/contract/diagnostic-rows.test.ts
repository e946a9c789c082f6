import { expect, it } from 'vitest';
import { DIAGNOSTICS } from '../../../src-server/contract/diagnostics/diagnostic.ts';

it.each(Object.entries(DIAGNOSTICS))('%s says why and how in sentences', (code, { why, fix }) => {
  expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/);
  expect(why).toMatch(/^.+\.$/);
  expect(fix).toMatch(/^.+\.$/);
});
