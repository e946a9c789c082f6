import { describe, expect, it } from 'vitest';
import type { Commands } from '../../../src-main/commands.ts';
import type { AppNotice } from '../../../src-main/contract/desktop-bridge.ts';
import type { DesktopApp } from '../../../src-main/desktop-app.ts';
import { Refusal } from '../../../src-main/refusal.ts';
import { createTrayActions } from '../../../src-main/tray/tray-actions.ts';
import type { TrayAction } from '../../../src-main/tray/tray-menu.ts';

/** Performs an action, and says which views were opened and which notices shown. */
async function choose(action: TrayAction, commands: Partial<Commands> = {}) {
  const opened: (string | undefined)[] = [];
  const notices: AppNotice[] = [];
  const desktop = {
    supervisor: { start: async () => Promise.reject(new Refusal('Another window serves.')) },
    window: { show: (hash?: string) => opened.push(hash) },
    tell: (notice: AppNotice) => notices.push(notice),
  } as unknown as DesktopApp;
  const perform = createTrayActions(desktop, commands as Commands, () => {});
  await perform(action);
  return { opened, notices };
}

const refused = async () =>
  ({ outcome: 'refused', message: 'There is no skill in /x.', nextStep: 'Choose another.' }) as never;

describe('an action of the tray', () => {
  it.each<[TrayAction, Partial<Commands>]>([
    [{ kind: 'choose-registry' }, { chooseRegistry: refused }],
    [{ kind: 'use-registry', path: '/x' }, { serveRegistry: refused }],
    [{ kind: 'use-sample' }, { serveSample: refused }],
  ])('shows in the window why a folder is not served: %j', async (action, commands) => {
    const { opened, notices } = await choose(action, commands);
    expect(opened).toEqual(['#/']);
    expect(notices).toMatchObject([{ text: 'There is no skill in /x. Choose another.' }]);
  });

  it('shows in the window why a command was refused', async () => {
    const { opened, notices } = await choose({ kind: 'start-server' });
    expect(opened).toEqual(['#/']);
    expect(notices).toMatchObject([{ id: 'action-refused', text: 'Another window serves.' }]);
  });
});
