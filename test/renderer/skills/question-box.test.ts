import { describe, expect, it } from 'vitest';
import { isWorthAsking } from '../../../src-renderer/views/skills/question-box.tsx';

describe('a question is asked while it is typed', () => {
  it.each(['ab', 'é1', 'да', 'C 1', 'ας', '鎖', 'の', 'カ', '락', 'λx', '𐐀𐐀', 'a\u0301b', ' go '])(
    'from %s on',
    (text) => {
      expect(isWorthAsking(text)).toBe(true);
    },
  );

  it.each(['', ' ', 'a', 'a ', '7', 'ж', '?!', '--', '🔥', '🔥🔥', 'e\u0301', '\u200b\u200b', 'R.'])(
    'not for “%s”',
    (text) => {
      expect(isWorthAsking(text)).toBe(false);
    },
  );
});
