import { expect, test } from 'vitest';
import { changeWords } from '../../../../src-renderer/views/connect/change-words.ts';

const added = { kind: 'added', text: '+' } as const;
const removed = { kind: 'removed', text: '-' } as const;
const same = { kind: 'same', text: '' } as const;

test.each([
  ['2 lines added, none removed', [same, added, added]],
  ['1 line added, 1 removed', [removed, added, same]],
  ['0 lines added, 2 removed', [removed, removed]],
])('says “%s”', (words, diff) => expect(changeWords(diff)).toBe(words));
