// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TrustScore } from '../../../src-renderer/components/trust-bar.tsx';
import type { TrustSources } from '../../../src-renderer/skill/trust-sources.ts';

afterEach(cleanup);

const SOURCES: TrustSources = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 6,
  issue_health: 5,
};

/** What is read of it, and whether it stands out. */
function shown(score: number | undefined, sources?: TrustSources) {
  const { container } = render(<TrustScore score={score} sources={sources} />);
  return [container.textContent, container.querySelector('[data-proven]') !== null];
}

describe('a score of trust', () => {
  it('stands out only where its sources prove it', () => {
    expect(shown(91, SOURCES)).toEqual(['trust 91', true]);
  });

  it('is said to be declared where it is', () => {
    expect(shown(91)).toEqual(['trust 91 declared', false]);
  });

  it('is none, and no claim, where none is given', () => {
    expect(shown(undefined)).toEqual(['trust –', false]);
  });
});
