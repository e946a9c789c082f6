import { expect, it } from 'vitest';
import { changedSkills } from '../../../../src-server/contract/service.ts';
import { updateOf } from '../../../main/shown-registry.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `js/a/${index}`);

it.each([
  [[], [], undefined],
  [keys(1), [], '1 skill'],
  [keys(1200), keys(3), '1,203 skills'],
])('counts changed skills', (added, removed, words) => {
  expect(changedSkills(updateOf({ added, removed }))).toBe(words);
});
