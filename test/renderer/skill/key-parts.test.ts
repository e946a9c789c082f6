import { describe, expect, it } from 'vitest';
import { nameInKey, placeInKey } from '../../../src-renderer/skill/key-parts.ts';

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
});
