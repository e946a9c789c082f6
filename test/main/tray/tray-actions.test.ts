import { expect, it } from 'vitest';
import type { AppNotice } from '../../../src-main/contract/app-states.ts';
import { Refusal } from '../../../src-main/contract/requests.ts';
import type { DesktopApp } from '../../../src-main/desktop-app.ts';
import { createTrayActions } from '../../../src-main/tray/tray-menu.ts';

/** Does what an item does, and says which views were opened and which notices shown. */
async function choose(click: () => unknown) {
  const opened: (string | undefined)[] = [];
  const notices: AppNotice[] = [];
  await createTrayActions({
    window: { show: (hash?: string) => opened.push(hash) },
    notices: { tell: (notice: AppNotice) => notices.push(notice) },
  } as unknown as DesktopApp)(click);
  return { opened, notices };
}

it('shows in the window why a folder is not served', async () => {
  const { opened, notices } = await choose(async () => ({
    outcome: 'refused',
    message: 'There is no skill in /x.',
    nextStep: 'Choose another.',
  }));
  expect(opened).toEqual(['#/']);
  expect(notices).toMatchObject([{ text: 'There is no skill in /x. Choose another.' }]);
});

it('shows in the window why a command was refused', async () => {
  const { opened, notices } = await choose(() => Promise.reject(new Refusal('Another window serves.')));
  expect(opened).toEqual(['#/']);
  expect(notices).toMatchObject([{ id: 'action-refused', text: 'Another window serves.' }]);
});

it('leaves other failures to whoever logs them', async () => {
  await expect(choose(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
});

it('says nothing of what was done', async () => {
  expect(await choose(async () => ({ outcome: 'ok', path: '/x' }))).toEqual({ opened: [], notices: [] });
});
