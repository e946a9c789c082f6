import { describe, expect, it } from 'vitest';
import { createAddressBar } from '../../../src-renderer/route/address-bar.ts';
import { createFakeClock } from '../../main/fake-clock.ts';

function setUp(refuse = () => false) {
  const clock = createFakeClock();
  const written: string[] = [];
  const bar = createAddressBar(clock, (hash, how) => {
    if (refuse()) throw new DOMException('Too many calls.', 'SecurityError');
    written.push(`${how} ${hash}`);
  });
  return { clock, written, bar };
}

describe('the address bar', () => {
  it('follows typing at once, then so seldom that no browser refuses', async () => {
    const { clock, written, bar } = setUp();
    for (let key = 0; key < 300; key += 1) {
      bar.write(`#/search?q=${key}`, 'replace');
      await clock.advance(100);
    }
    await clock.advance(1_000);
    expect(written[0]).toBe('replace #/search?q=0');
    expect(written.at(-1)).toBe('replace #/search?q=299');
    // Safari refuses after a hundred within half a minute; others share the page's allowance.
    expect(written.length).toBeLessThan(90);
  });

  it('holds what was typed last before one goes on to another place', async () => {
    const { written, bar } = setUp();
    bar.write('#/search?q=a', 'push');
    bar.write('#/search?q=ab', 'replace');
    bar.write('#/search?q=abc', 'replace');
    bar.write('#/skill/a/b/c', 'push');
    expect(written).toEqual(['push #/search?q=a', 'replace #/search?q=abc', 'push #/skill/a/b/c']);
  });

  it('forgets what waits when one goes back meanwhile', async () => {
    const { clock, written, bar } = setUp();
    bar.write('#/search?q=a', 'push');
    bar.write('#/search?q=ab', 'replace');
    bar.forget();
    await clock.advance(1_000);
    expect(written).toEqual(['push #/search?q=a']);
  });

  it('writes what waits before the page is left', () => {
    const { written, bar } = setUp();
    bar.write('#/search?q=a', 'push');
    bar.write('#/search?q=ab', 'replace');
    bar.flush();
    expect(written.at(-1)).toBe('replace #/search?q=ab');
  });

  it('tries again where the browser refused, and loses no step of the history', async () => {
    let refusing = true;
    const { clock, written, bar } = setUp(() => refusing);
    bar.write('#/skill/a/b/c', 'push');
    bar.write('#/skill/a/b/c?file=x.md', 'replace');
    expect(written).toEqual([]);
    refusing = false;
    await clock.advance(1_000);
    expect(written).toEqual(['push #/skill/a/b/c?file=x.md']);
  });
});
