import { expect, test } from 'vitest';
import { changeWords } from '../../../../src-renderer/views/connect/change-words.ts';

const added = { kind: 'added', text: '+' } as const;
const removed = { kind: 'removed', text: '-' } as const;
const same = { kind: 'same', text: '' } as const;

test.each([
  ['2 lines are added, none goes', [same, added, added]],
  ['1 line is added, 1 goes', [removed, added, same]],
  ['0 lines are added, 2 go', [removed, removed]],
])('says “%s”', (words, diff) => expect(changeWords(diff)).toBe(words));
