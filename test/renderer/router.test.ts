import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { href, parseRoute, type Route, stepsBack, titleOf } from '../../src-renderer/router.ts';

const SKILL = { view: 'skill', key: 'rust/tokio-rs/tokio' } as const;

describe('an address', () => {
  test.each<[string, Route]>([
    ['', { view: 'skills' }],
    ['#/', { view: 'skills' }],
    ['#/?q=a+b&lang=rust&risk=high', { view: 'skills', q: 'a b', lang: 'rust', risk: 'high' }],
    ['#/skill/rust/tokio-rs/tokio', SKILL],
    ['#/skill/rust%2Ftokio-rs%2Ftokio', SKILL],
    ['#/skill/rust/tokio-rs/tokio/pitfalls.md', { ...SKILL, file: 'pitfalls.md' }],
    [
      '#/skill/rust/tokio-rs/tokio?file=a.md&at=b&line=3&raw&q=c',
      { ...SKILL, file: 'a.md', at: 'b', line: 3, raw: true, q: 'c' },
    ],
    ['#/skill/rust/tokio-rs/tokio?line=-1', SKILL],
    ['#/project', { view: 'project' }],
    ['#/agents?client=cursor', { view: 'agents', client: 'cursor' }],
    ['#/source?update=team', { view: 'source', update: 'team' }],
    ['#/settings', { view: 'settings' }],
  ])('%s leads to its view', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  test.each(['#/skill/rust', '#/skill/a//b', '#/other', '#/%'])('%s leads nowhere', (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'skills', unknown: hash.slice(2) });
  });

  test.each<[string, Route]>([
    ['#/home', { view: 'skills' }],
    ['#/browse?language=rust', { view: 'skills', lang: 'rust' }],
    ['#/search?q=deadlock', { view: 'skills', q: 'deadlock' }],
    ['#/registry?first', { view: 'source' }],
    ['#/registries/team', { view: 'source', update: 'team' }],
    ['#/problems', { view: 'source' }],
    ['#/connect?client=zed', { view: 'agents', client: 'zed' }],
    ['#/activity', { view: 'agents' }],
    ['#/projects', { view: 'project' }],
  ])('%s of older versions leads on', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  it('says the same as the route that it was made of', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const segment = text.filter((one) => !one.includes('/'));
    const routes = fc.oneof(
      fc.record({ view: fc.constant('skills' as const), q: text, lang: text, risk: text }),
      fc.record({
        view: fc.constant('skill' as const),
        file: text,
        at: text,
        q: text,
        key: fc.tuple(segment, segment, segment).map((parts) => parts.join('/')),
        line: fc.integer({ min: 1 }),
      }),
      fc.record({ view: fc.constant('agents' as const), client: text }),
    );
    fc.assert(
      fc.property(routes, (route) => {
        expect(parseRoute(href(route))).toEqual(route);
      }),
    );
  });
});

test.each<[Route, string]>([
  [{ view: 'skills' }, 'Skills · Skills Registry'],
  [{ view: 'skills', q: 'deadlock' }, 'deadlock · Skills · Skills Registry'],
  [{ ...SKILL, file: 'pitfalls.md' }, 'pitfalls.md · tokio · Skills Registry'],
  [{ view: 'skill', key: 'a/b/c\u202e' }, 'c[U+202E] · Skills Registry'],
  [{ view: 'source' }, 'Source · Skills Registry'],
])('the title of %o names the most specific part first', (route, title) => {
  expect(titleOf(route)).toBe(title);
});

describe('one step back', () => {
  const at = (...hashes: readonly string[]) => hashes.map((hash) => `http://localhost:8701/${hash}`);
  const [TOKIO, AXUM] = ['#/skill/rust/tokio-rs/tokio', '#/skill/rust/tokio-rs/axum'];

  it.each<readonly [string, readonly string[], string | undefined, number | undefined]>([
    ['to the list', ['#/', TOKIO], undefined, 1],
    ['to the answers of the same question', ['#/?q=a', `${TOKIO}?q=a`], 'a', 1],
    [
      'over the files that were read',
      ['#/?q=a', `${TOKIO}?q=a`, `${TOKIO}?file=safety.md`, `${TOKIO}?raw`],
      'a',
      3,
    ],
    ['to the project that led here', ['#/', '#/project', `${TOKIO}?file=pitfalls.md`], undefined, 1],
    ['to what needs repair', ['#/source', TOKIO], undefined, 1],
    ['to the skill that a link led from', ['#/', AXUM, TOKIO], undefined, 1],
    ['to no answers of another question', ['#/?q=b', TOKIO], undefined, undefined],
    ['to no other page of this origin', ['openapi.json', TOKIO], undefined, undefined],
    ['to nothing where this is the first', [TOKIO], undefined, undefined],
    ['to no dialog', ['#/settings', TOKIO], undefined, undefined],
  ])('leads %s', (_name, hashes, q, steps) => {
    expect(stepsBack(at(...hashes), { view: 'skills', ...(q && { q }) })).toBe(steps);
  });

  it('leads nowhere where the browser tells no address', () => {
    expect(stepsBack([undefined, ...at(TOKIO)], { view: 'skills' })).toBeUndefined();
    expect(stepsBack([], { view: 'skills' })).toBeUndefined();
  });
});
