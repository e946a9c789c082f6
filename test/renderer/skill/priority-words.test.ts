import { describe, expect, it } from 'vitest';
import { PRIORITIES, placeInWords, priorityWords } from '../../../src-renderer/skill/priority-words.ts';

const file = (path: string, priority: 'P0' | 'P1' | 'P2' | 'P3') => ({ path, priority });

describe('the words for priorities', () => {
  it('say when one reads what they stand before', () => {
    expect(PRIORITIES.map((priority) => priorityWords(priority, ['a.md']).title)).toEqual([
      'Read first',
      'When you use it',
      'On demand',
      'Reference',
    ]);
  });

  it('call the last ones examples where they are nothing else', () => {
    expect(priorityWords('P3', ['examples/a.rs', 'examples/b.rs']).title).toBe('Examples');
    expect(priorityWords('P3', ['examples/a.rs', 'threading.md']).title).toBe('Reference');
    expect(priorityWords('P0', ['examples/a.rs']).title).toBe('Read first');
    expect(priorityWords('P3', []).title).toBe('Reference');
  });

  it('name what the format calls it in their meaning', () => {
    for (const priority of PRIORITIES) expect(priorityWords(priority, []).meaning).toContain(priority);
    expect(priorityWords('P3', ['examples/a.rs']).meaning).toContain('P3');
  });

  it('say where a file stands among what is read first, and of others only when one reads them', () => {
    const files = [file('a', 'P0'), file('b', 'P0'), file('c', 'P2'), file('examples/d.rs', 'P3')];
    expect(files.map((one) => placeInWords(files, one))).toEqual([
      '1 of 2 to read first',
      '2 of 2 to read first',
      'on demand',
      'examples',
    ]);
  });
});
