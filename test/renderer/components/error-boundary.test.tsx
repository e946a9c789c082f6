// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../src-renderer/components/error-boundary.tsx';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function View({ breaks }: { readonly breaks: boolean }) {
  if (breaks) throw new Error('It broke.');
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
});
