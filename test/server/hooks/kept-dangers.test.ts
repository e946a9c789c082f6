import { expect, it } from 'vitest';
import { dangerIndex } from '../../../src-server/hooks/dangers.ts';

const recordOf = (name: string, title = 'Forking') => ({
  key: `go/acme/${name}`,
  manifest: {},
  texts: new Map([['pitfalls.md', `# Pitfalls\n\n## ${title}\n\nA fork loses threads.\n`]]),
});

it('makes the dangers of a skill once, and anew when the skill has changed', () => {
  const record = recordOf('changed');
  const index = dangerIndex(record);
  expect(dangerIndex(record)).toBe(index);
  expect(dangerIndex(recordOf('changed', 'Reusing')).dangers.map(({ line }) => line)).toEqual(['Reusing']);
});

it('keeps the dangers of some hundred skills, and makes those of others again', () => {
  const record = recordOf('first');
  const index = dangerIndex(record);
  for (let other = 0; other < 500; other += 1) dangerIndex(recordOf(`other${other}`));
  expect(dangerIndex(record)).not.toBe(index);
  expect(dangerIndex(record).dangers).toEqual(index.dangers);
});
