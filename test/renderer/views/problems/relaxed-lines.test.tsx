// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RelaxedLines } from '../../../../src-renderer/views/problems/relaxed-lines.tsx';

it('says how many places the registry’s own rules relaxed, of which code, how and why', () => {
  render(
    <RelaxedLines
      relaxed={[
        { code: 'link-dead', count: 1_200, how: 'off', reason: 'Other pages come later.' },
        { code: 'file-listed-twice', count: 1, how: 'note', reason: 'Turned \u202eround.' },
      ]}
    />,
  );
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(lines[0]).toBe('link-dead 1,200 not reported: Other pages come later.');
  expect(lines[1]).toContain('file-listed-twice 1 as notes: Turned ');
  expect(lines[1]).not.toContain('\u202e');
});
