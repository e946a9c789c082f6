import { expect, it } from 'vitest';
import { parseRoute } from '../../../src-renderer/route/route.ts';
import { titleOf } from '../../../src-renderer/route/title-of.ts';

it.each([
  ['#/', 'Home · Skills Registry'],
  ['#/nonsense', 'No such page · Skills Registry'],
  ['#/browse?risk=high', 'Browse · Skills Registry'],
  ['#/search', 'Search · Skills Registry'],
  ['#/search?q=shut+down+', 'shut down · Search · Skills Registry'],
  ['#/skill/rust/tokio-rs/tokio', 'tokio · Skills Registry'],
  ['#/skill/rust/tokio-rs/tokio?file=pitfalls.md', 'pitfalls.md · tokio · Skills Registry'],
])('%s is called “%s”', (hash, title) => {
  expect(titleOf(parseRoute(hash))).toBe(title);
});
