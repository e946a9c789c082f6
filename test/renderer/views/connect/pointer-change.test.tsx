// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { DesktopBridge } from '../../../../src-main/contract/desktop-bridge.ts';
import { PointerChange } from '../../../../src-renderer/views/connect/pointer-change.tsx';

// Generous: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });
afterEach(cleanup);

it('a file that changed twice before it was written is looked at again each time', async () => {
  let looks = 0;
  const previewPointer = vi.fn<DesktopBridge['previewPointer']>(async () => {
    looks += 1;
    const diff = [{ kind: 'added', text: `as of look ${looks}` }] as const;
    return { ok: true, file: '/x/AGENTS.md', exists: true, diff, token: `token ${looks}` };
  });
  const writePointer = vi.fn<DesktopBridge['writePointer']>(async ({ token }) =>
    token === 'token 3'
      ? { ok: true, message: 'Written.' }
      : { ok: false, message: 'The file changed in the meantime.' },
  );
  const bridge = { previewPointer, writePointer } as Partial<DesktopBridge> as DesktopBridge;
  render(<PointerChange bridge={bridge} target={{ scope: 'user', client: 'codex' }} name="Codex" />);
  for (const look of [1, 2, 3]) {
    await waitFor(() => expect(screen.getByText(`as of look ${look}`, { exact: false })).toBeDefined());
    fireEvent.click(screen.getByRole('button', { name: 'Write this change' }));
  }
  expect(await screen.findByText('Written.')).toBeDefined();
});

it('a preview that fails shows no earlier difference, as it would write another change', async () => {
  const diff = [{ kind: 'added', text: 'an earlier line' }] as const;
  const previewPointer = vi
    .fn<DesktopBridge['previewPointer']>()
    .mockResolvedValueOnce({ ok: true, file: '/x/AGENTS.md', exists: true, diff, token: 'token' })
    .mockRejectedValue(new Error('refused: The file is locked.'));
  const writePointer: DesktopBridge['writePointer'] = async () => ({ ok: false, message: 'Refused.' });
  const bridge = { previewPointer, writePointer } as Partial<DesktopBridge> as DesktopBridge;
  render(<PointerChange bridge={bridge} target={{ scope: 'user', client: 'codex' }} name="Codex" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Write this change' }));
  expect(await screen.findByText('The file is locked.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Write this change' })).toBeNull();
});
