import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BodyCache } from '../../../src-server/http/body-cache.ts';
import { PreparedBody } from '../../../src-server/http/prepared-body.ts';

const body = (bytes: number) => new PreparedBody(Buffer.alloc(bytes, 'x'), {});

describe('BodyCache', () => {
  it('makes a body once for all who ask meanwhile', async () => {
    const cache = new BodyCache(1_000);
    const owner = {};
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return body(10);
    };
    const all = await Promise.all([1, 2, 3].map(() => cache.getOrMake(owner, 'a', make)));
    expect(made).toBe(1);
    expect(new Set(all).size).toBe(1);
  });

  it('never gives one owner’s body to another', async () => {
    const cache = new BodyCache(1_000);
    const owners = [{}, {}];
    for (const owner of owners) await cache.getOrMake(owner, 'a', async () => body(10));
    expect(cache.get(owners[0] ?? {}, 'a')).not.toBe(cache.get(owners[1] ?? {}, 'a'));
  });

  it('replaces the body of an older owner, and keeps no byte of it', async () => {
    const cache = new BodyCache(1_000);
    for (const owner of [{}, {}]) await cache.getOrMake(owner, 'list', async () => body(100));
    expect(cache.bytes).toBe(100);
  });

  it('keeps the body of the newer owner, though the older owner’s is made later', async () => {
    const cache = new BodyCache(1_000);
    const [older, newer] = [{}, {}];
    let finish = (_: PreparedBody) => {};
    const slow = cache.getOrMake(older, 'list', () => new Promise((resolve) => (finish = resolve)));
    const made = await cache.getOrMake(newer, 'list', async () => body(10));
    finish(body(20));
    expect((await slow).size).toBe(20);
    expect(cache.get(newer, 'list')).toBe(made);
  });

  it('forgets what was not used for longest when the budget is spent', async () => {
    const cache = new BodyCache(250);
    const owner = {};
    for (const name of ['a', 'b']) await cache.getOrMake(owner, name, async () => body(100));
    cache.get(owner, 'a');
    await cache.getOrMake(owner, 'c', async () => body(100));
    expect(['a', 'b', 'c'].filter((name) => cache.get(owner, name) !== undefined)).toEqual(['a', 'c']);
  });

  it('counts compressed forms', async () => {
    const cache = new BodyCache(30_000);
    const owner = {};
    const noise = await cache.getOrMake(
      owner,
      'noise',
      async () => new PreparedBody(randomBytes(10_000), {}),
    );
    await cache.getOrMake(owner, 'other', async () => body(10_000));
    cache.get(owner, 'noise');
    await noise.encoded('gzip');
    await noise.encoded('br');
    expect(cache.get(owner, 'other')).toBeUndefined();
  });

  it('holds no more bytes than it may, compressed forms included', async () => {
    const cache = new BodyCache(25_000);
    const owner = {};
    for (const name of ['a', 'b', 'c', 'd']) {
      const made = await cache.getOrMake(owner, name, async () => new PreparedBody(randomBytes(8_000), {}));
      await Promise.all([made.encoded('gzip'), made.encoded('br')]);
      expect(cache.bytes).toBeLessThanOrEqual(25_000);
    }
    expect(cache.get(owner, 'd')?.size).toBe(cache.bytes);
  });

  it('keeps an empty body, and none that is over the whole budget', async () => {
    const cache = new BodyCache(100);
    const owner = {};
    await cache.getOrMake(owner, 'empty', async () => body(0));
    expect((await cache.getOrMake(owner, 'large', async () => body(101))).body.length).toBe(101);
    expect(cache.get(owner, 'large')).toBeUndefined();
    expect(cache.get(owner, 'empty')).toBeDefined();
  });

  it('can make again what could not be made', async () => {
    const cache = new BodyCache(1_000);
    const owner = {};
    await expect(cache.getOrMake(owner, 'a', () => Promise.reject(new Error('gone')))).rejects.toThrow(
      'gone',
    );
    expect((await cache.getOrMake(owner, 'a', async () => body(1))).body.length).toBe(1);
  });

  it('keeps no body that lacks what could not be read', async () => {
    const cache = new BodyCache(1_000);
    const owner = {};
    const make = async () => new PreparedBody(Buffer.from('part'), {}, false);
    expect((await cache.getOrMake(owner, 'a', make)).body.toString()).toBe('part');
    expect(cache.get(owner, 'a')).toBeUndefined();
  });
});
