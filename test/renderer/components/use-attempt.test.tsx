// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ToastProvider } from '../../../src-renderer/components/toast.tsx';
import { useAttempt } from '../../../src-renderer/components/use-attempt.ts';

// Generous: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });
afterEach(cleanup);

function Tries({ action }: { readonly action: () => Promise<unknown> }) {
  const attempt = useAttempt();
  return (
    <button type="button" onClick={() => attempt(action)}>
      Try
    </button>
  );
}

it('what the app refuses is said by its sentence, and not as something done', async () => {
  render(
    <ToastProvider>
      <Tries action={() => Promise.reject(new Error('refused: The registry has no such file.'))} />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try' }));
  const said = await screen.findByText('The registry has no such file.');
  expect(said.closest('[data-outcome]')?.getAttribute('data-outcome')).toBe('refused');
});
