import { describe, expect, it } from 'vitest';
import { withoutNoise } from '../../../../src-server/search/words/message-noise.ts';

describe('what says nothing in a message', () => {
  it.each([
    ['Background on this error at: https://sqlalche.me/e/20/bhk3', 'Background on this error at:'],
    ['2026-05-01T10:11:12.123Z closed', 'closed'],
    ['[2026-02-11 09:11:02,331: ERROR] closed', '[ : ERROR] closed'],
    ['at /srv/shop/main.go:31:9 closed', 'at closed'],
    ['in src/main.rs:9:32 closed', 'in closed'],
    ['in src/pool/commit.ts closed', 'in closed'],
    ['C:\\shop\\main.py closed', 'closed'],
    ['<User at 0x7f31c2a9d390> closed', '<User at > closed'],
    ['6f17d22bba15001f closed 550e8400-e29b-41d4-a716-446655440000', 'closed'],
    ['127.0.0.1:5432 refused after 30.00 s', 'refused after s'],
  ])('is left out of %j', (text, expected) => {
    expect(withoutNoise(text).replace(/\s+/g, ' ').trim()).toBe(expected);
  });

  it.each([
    'SQLSTATE 42P05',
    'error[E0277]',
    'read/write lock',
    'and/or std.go',
    'utf-8',
    'int64',
    'std::list',
    'added facade',
  ])('is not %j', (text) => {
    expect(withoutNoise(text)).toBe(text);
  });
});
