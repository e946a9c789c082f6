import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route } from '../../../src-renderer/route/route.ts';

/** A whole number of characters: half a surrogate can't stand in a URL. */
const text = fc.string({ unit: 'grapheme', minLength: 1 });
const segment = text.filter((value) => !value.includes('/'));
const params = fc
  .array(fc.tuple(text, fc.string({ unit: 'grapheme' })))
  .map((pairs) => new URLSearchParams(pairs));

const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constantFrom<Route>(
    { view: 'home' },
    { view: 'registry' },
    { view: 'activity' },
    { view: 'connect' },
    { view: 'settings' },
  ),
  params.map((filters) => ({ view: 'browse', filters }) as const),
  params.map((filters) => ({ view: 'problems', filters }) as const),
  fc.record({
    view: fc.constant('search' as const),
    query: fc.string({ unit: 'grapheme' }),
  }),
  fc.record(
    {
      view: fc.constant('skill' as const),
      key: fc.tuple(segment, segment, segment).map((parts) => parts.join('/')),
      file: text,
      at: text,
      line: fc.integer({ min: 1, max: 100_000 }),
      raw: fc.constant(true as const),
    },
    { requiredKeys: ['view', 'key'] },
  ),
);

const plain = (value: Route) => ({
  ...value,
  ...('filters' in value ? { filters: [...value.filters] } : {}),
});

describe('a route in the URL’s hash', () => {
  it('comes back unchanged, whatever it holds', () => {
    fc.assert(
      fc.property(route, (given) => {
        expect(plain(parseRoute(formatRoute(given)))).toEqual(plain(given));
      }),
    );
  });

  it('never throws on a hash that somebody made', () => {
    fc.assert(
      fc.property(fc.string(), (hash) => {
        expect(parseRoute(hash).view).toBeTypeOf('string');
      }),
    );
    expect(parseRoute('#/skill/%E0%A4%A/x/y')).toMatchObject({ view: 'skill', key: '%E0%A4%A/x/y' });
  });

  it('leads home where it names nothing', () => {
    for (const hash of ['', '#', '#/', '#/home']) expect(parseRoute(hash), hash).toEqual({ view: 'home' });
  });

  it('says which address names no view', () => {
    for (const address of ['nonsense', 'skill', 'constructor', '/x', 'nonsense?a=b'])
      expect(parseRoute(`#/${address}`), address).toEqual({ view: 'nowhere', address });
  });

  it('opens a question from the time when there were two ways to ask', () => {
    expect(parseRoute('#/search?q=shut+down&in=texts')).toEqual({ view: 'search', query: 'shut down' });
  });

  it('opens the file of a skill that its path names, as the service’s own addresses do', () => {
    const tokio = { view: 'skill', key: 'rust/tokio-rs/tokio' };
    const hash = '#/skill/rust/tokio-rs/tokio';
    expect(parseRoute(`${hash}/pitfalls.md`)).toEqual({ ...tokio, file: 'pitfalls.md' });
    expect(parseRoute(`${hash}/examples/basic.rs?line=3`)).toEqual({
      ...{ ...tokio, file: 'examples/basic.rs', line: 3 },
    });
    expect(parseRoute(`${hash}/`)).toEqual(tokio);
    expect(parseRoute(`${hash}/a.md?file=b.md`)).toEqual({ ...tokio, file: 'b.md' });
    expect(parseRoute('#/skill/rust%2Ftokio-rs%2Ftokio%2Fpitfalls.md')).toEqual({
      ...{ ...tokio, file: 'pitfalls.md' },
    });
  });

  it('drops a line that is no line', () => {
    for (const line of ['0', '-1', '1.5', 'x', ''])
      expect(parseRoute(`#/skill/a/b/c?line=${line}`)).toEqual({ view: 'skill', key: 'a/b/c' });
  });
});
