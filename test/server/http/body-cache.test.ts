import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BodyCache, PreparedBody } from '../../../src-server/http/bodies.ts';

const body = (bytes: number) => new PreparedBody('x'.repeat(bytes), {});

describe('prepared bodies', () => {
  it('are made once for what they show, and anew for a newer object', () => {
    const cache = new BodyCache(1_000);
    const [older, newer] = [{}, {}];
    const first = cache.of(older, () => body(10));
    expect(cache.of(older, () => body(20))).toBe(first);
    expect(cache.of(newer, () => body(20))).not.toBe(first);
  });

  it('are forgotten when the budget is spent, least recently used first', () => {
    const cache = new BodyCache(250);
    const [a, b, c] = [{}, {}, {}];
    const [bodyOfA, bodyOfB] = [cache.of(a, () => body(100)), cache.of(b, () => body(100))];
    cache.of(a, () => body(1));
    cache.of(c, () => body(100));
    expect(cache.of(a, () => body(1))).toBe(bodyOfA);
    expect(cache.of(b, () => body(1))).not.toBe(bodyOfB);
  });

  it('are answered, but not kept, if one alone is over the budget', () => {
    const cache = new BodyCache(50);
    expect(cache.of({}, () => body(100)).size).toBe(100);
    expect(cache.bytes).toBe(0);
  });

  it('of one object of many are kept from the second time on', () => {
    const cache = new BodyCache(1_000);
    const skill = {};
    const first = cache.ofMany(skill, () => body(10));
    expect(cache.bytes).toBe(0);
    const second = cache.ofMany(skill, () => body(10));
    expect(second).not.toBe(first);
    expect(cache.ofMany(skill, () => body(10))).toBe(second);
  });

  it('that are asked often stay, though somebody goes through all others once', () => {
    const cache = new BodyCache(250);
    const often = {};
    cache.ofMany(often, () => body(100));
    const kept = cache.ofMany(often, () => body(100));
    for (let other = 0; other < 10; other += 1) cache.ofMany({}, () => body(100));
    expect(cache.known(often)).toBe(kept);
  });

  it('are compressed once, and count with their compressed forms', async () => {
    const cache = new BodyCache(30_000);
    const noise = cache.of({}, () => new PreparedBody(randomBytes(5_000).toString('hex'), {}));
    const [gzip, again] = await Promise.all([noise.encoded('gzip'), noise.encoded('gzip')]);
    expect(again).toBe(gzip);
    expect(cache.bytes).toBe(10_000 + gzip.length);
  });
});
