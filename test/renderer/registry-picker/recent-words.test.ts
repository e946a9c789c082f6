import { expect, test } from 'vitest';
import { recentWords } from '../../../src-renderer/registry-picker/recent-words.ts';

const NOW = new Date(2026, 10, 21, 9, 14);
const registry = { path: '/home/someone/skills', reachable: true, current: false };

function servedAt(...at: [year: number, month: number, day: number]) {
  return { skills: 85, at: new Date(...at).toISOString() };
}

test.each([
  [servedAt(2026, 10, 21), '85 skills · today'],
  [servedAt(2026, 10, 20), '85 skills · yesterday'],
  [servedAt(2026, 9, 3), '85 skills · 3 Oct'],
  [servedAt(2025, 9, 3), '85 skills · 3 Oct 2025'],
])('a folder is listed with what it held and when (%#)', (served, words) => {
  expect(recentWords({ ...registry, served }, NOW)).toBe(words);
});

test('a folder that is away keeps the number it had', () => {
  const served = servedAt(2026, 10, 20);
  expect(recentWords({ ...registry, reachable: false, served }, NOW)).toBe('85 skills · not reachable now');
  expect(recentWords({ ...registry, current: true, served }, NOW)).toBe('85 skills · open now');
});

test('nothing is said of a folder that nothing is known of', () => {
  expect(recentWords(registry, NOW)).toBe('');
});
