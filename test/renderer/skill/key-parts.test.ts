import { describe, expect, it } from 'vitest';
import { isKey, nameInKey, placeInKey } from '../../../src-renderer/skill/key-parts.ts';

describe('a key', () => {
  it('ends with the name, behind the place', () => {
    expect([nameInKey('rust/tokio-rs/tokio'), placeInKey('rust/tokio-rs/tokio')]).toEqual([
      'tokio',
      'rust/tokio-rs',
    ]);
  });

  it('is all name where it has one segment alone', () => {
    expect([nameInKey('tokio'), placeInKey('tokio')]).toEqual(['tokio', '']);
  });

  it('has three segments, none of which would lead a path elsewhere', () => {
    for (const key of ['rust/tokio-rs/tokio', "rust/it's/$(x);y", 'a/.../c'])
      expect(isKey(key), key).toBe(true);
    for (const key of ['', 'a', 'a/b', 'a/b/c/d', 'a//c', 'a/b/', '../../..', 'a/./c'])
      expect(isKey(key), key).toBe(false);
  });
});
