// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../src-renderer/components/error-boundary.tsx';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function View({ breaks, why = 'It broke.' }: { readonly breaks: boolean; readonly why?: string }) {
  if (breaks) throw new Error(why);
  return <p>whole</p>;
}

const at = (place: string, breaks: boolean) => (
  <ErrorBoundary place={place}>
    <View breaks={breaks} />
  </ErrorBoundary>
);

describe('a view that fails', () => {
  it('says so, until one goes to another place', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { rerender } = render(at('#/skill/a', true));
    expect(screen.getByRole('alert').textContent).toContain('It broke.');
    rerender(at('#/skill/a', false));
    expect(screen.queryByText('whole')).toBeNull();
    rerender(at('#/skill/b', false));
    expect(screen.getByText('whole')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['Failed to fetch dynamically imported module: http://host/assets/a.js', true],
    ['error loading dynamically imported module: http://host/assets/a.js', true],
    ['Importing a module script failed.', true],
    ['Unable to preload CSS for /assets/a.css', true],
    ['It broke.', false],
  ])('of “%s” says whether a file of the page is missing', (why, isMissing) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    render(
      <ErrorBoundary place="#/browse">
        <View breaks why={why} />
      </ErrorBoundary>,
    );
    expect(screen.queryByText('A part of this page did not arrive.') !== null).toBe(isMissing);
    expect(screen.getByRole('button').textContent).toBe('Load the page again');
  });
});
