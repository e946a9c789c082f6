// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ToastProvider, useToast } from '../../../src-renderer/components/toast.tsx';

// Generous: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });
afterEach(cleanup);

function Says({ text }: { readonly text: string }) {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast(text)}>
      Say it
    </button>
  );
}

it('what was just done is said with what hides in a name spelled out', async () => {
  render(
    <ToastProvider>
      <Says text={'Copied gin\u202egpj.exe'} />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Say it' }));
  expect(await screen.findByText('Copied gin[U+202E]gpj.exe')).toBeDefined();
});
