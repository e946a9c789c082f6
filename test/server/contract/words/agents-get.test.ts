import { describe, expect, it } from 'vitest';
import { agentsGetWords } from '../../../../src-server/contract/service.ts';

const counts = (served: number, withheld = 0, notServed = 0, drafts = 0) => ({
  ...{ served, withheld, notServed, drafts, files: 0, skills: served + withheld },
  folders: served + withheld + notServed + drafts,
});

describe('what agents get, in words', () => {
  it.each([
    [counts(66, 17, 2), 'Agents get 66 of 85 skills. 17 are withheld, 2 are not served.'],
    [counts(83), 'Agents get 83 skills.'],
    [counts(1), 'Agents get 1 skill.'],
    [counts(0), 'Agents get no skills: there are none.'],
    [counts(0, 1), 'Agents get none of 1 skill. 1 is withheld.'],
    [
      counts(9_999, 1, 1, 1),
      'Agents get 9,999 of 10,002 skills. 1 is withheld, 1 is not served, 1 is a draft.',
    ],
    [{ skills: 3, files: 9 }, 'Agents get 3 skills.'],
  ])('are right for %o', (of, words) => {
    expect(agentsGetWords(of)).toBe(words);
  });

  it('say from where', () => {
    const from = 'from ~/registry';
    expect(agentsGetWords(counts(1, 1), from)).toBe(
      'Agents get 1 of 2 skills from ~/registry. 1 is withheld.',
    );
    expect(agentsGetWords(counts(2), from)).toBe('Agents get 2 skills from ~/registry.');
    expect(agentsGetWords(counts(0), from)).toBe('Agents get no skills from ~/registry: there are none.');
  });
});
