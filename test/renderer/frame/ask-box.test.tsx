// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AskBox } from '../../../src-renderer/frame/ask-box.tsx';
import { navigate } from '../../../src-renderer/route/use-route.ts';

afterEach(cleanup);

const SEARCH = { view: 'search', query: 'しゅ' } as const;

it('Escape ends what is being composed, and only then the search', () => {
  navigate(SEARCH);
  render(<AskBox route={SEARCH} />);
  const box = screen.getByRole('searchbox');
  box.focus();
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
  expect(document.activeElement).toBe(box);
  expect(location.hash).toContain('#/search');
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(document.activeElement).not.toBe(box);
  expect(location.hash).toBe('#/');
});
