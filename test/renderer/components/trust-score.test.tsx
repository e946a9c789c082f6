// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TrustScore } from '../../../src-renderer/components/trust-score.tsx';
import { type Trust, trustDoubt } from '../../../src-renderer/skill/trust-words.ts';

afterEach(cleanup);

const POINTS = { official_review: 40, stars: 20, update_freshness: 6, issue_health: 5 };
const SUMMED: Trust = { score: 71, makeup: { kind: 'summed', points: POINTS } };
const DECLARED: Trust = { score: 91, makeup: { kind: 'declared' } };
const CONTRADICTED: Trust = { score: 90, makeup: { kind: 'contradicted', points: POINTS } };

/** What is read of it, and whether it stands out. */
function shown(trust: Trust | undefined) {
  const { container } = render(<TrustScore trust={trust} />);
  return [container.textContent, container.querySelector('[data-proven]') !== null];
}

describe('a score of trust', () => {
  it('stands out only where its parts add up', () => {
    expect(shown(SUMMED)).toEqual(['trust 71', true]);
  });

  it('is said to be declared where it is', () => {
    expect(shown(DECLARED)).toEqual(['trust 91 declared', false]);
    expect(shown(CONTRADICTED)).toEqual(['trust 90 declared', false]);
  });

  it('is none, and no claim, where none is given', () => {
    expect(shown(undefined)).toEqual(['trust –', false]);
  });

  it('names what the parts add up to where the service says that they contradict it', () => {
    expect(trustDoubt(CONTRADICTED)).toBe('Its parts add up to 71, not to 90.');
    expect(trustDoubt(SUMMED)).toBeUndefined();
  });
});
