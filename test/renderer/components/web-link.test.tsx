// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

const openExternal = vi.fn();
vi.mock('../../../src-renderer/desktop.ts', async (load) => ({
  ...(await load<typeof import('../../../src-renderer/desktop.ts')>()),
  desktop: { openExternal },
}));
const { WebLink } = await import('../../../src-renderer/components/web-link.tsx');
const { ToastProvider } = await import('../../../src-renderer/components/toast.tsx');

afterEach(cleanup);

it('says without a tick that the app refused to open an address', async () => {
  openExternal.mockRejectedValueOnce(new Error('refused: This address is not opened.'));
  render(
    <ToastProvider>
      <WebLink url="https://example.org/">example</WebLink>
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole('link'));
  const said = await screen.findByText('This address is not opened.', undefined, { timeout: 30_000 });
  expect(openExternal).toHaveBeenCalledWith({ url: 'https://example.org/' });
  expect(said.closest('[data-outcome]')?.getAttribute('data-outcome')).toBe('refused');
  expect(said.parentElement?.querySelector('.lucide-check')).toBeNull();
});
