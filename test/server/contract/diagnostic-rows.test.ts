import { expect, it } from 'vitest';
import { DIAGNOSTICS } from '../../../src-server/contract/codes.ts';

it.each(Object.entries(DIAGNOSTICS))('%s says how to mend it, in a sentence', (code, { fix }) => {
  expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/);
  expect(fix).toMatch(/^.+\.$/);
});
