import { describe, expect, it } from 'vitest';
import { plainHeading } from '../../../src-renderer/text/plain-heading.ts';

describe('a heading outside of its text', () => {
  it.each([
    ['Check `rowCount`', 'Check rowCount'],
    ['`close()` and ``a ` b``', 'close() and a ` b'],
    ['A lone ` stays', 'A lone ` stays'],
    ['Start', 'Start'],
  ])('%s reads %s', (heading, plain) => {
    expect(plainHeading(heading)).toBe(plain);
  });
});
