import { describe, expect, it } from 'vitest';
import type { Commands } from '../../../src-main/commands.ts';
import { createTrayActions } from '../../../src-main/tray/tray-actions.ts';
import type { CommandState } from '../../../src-server/contract/clients/command.ts';

const FILE = '/home/me/.local/bin/skills-registry';

/** Chooses the tray's item for the command, and answers the box that it opens. */
async function chooseCommand(state: Partial<CommandState>, response: number) {
  const boxes: Array<{ message?: string; detail?: string; buttons?: string[]; type?: string }> = [];
  const done: string[] = [];
  const commands = {
    lookAtCommand: async () => ({ file: FILE, found: 'nothing', path: { state: 'found' }, ...state }),
    installCommand: async () => {
      done.push('install');
      return { ok: true, message: `Installed at ${FILE}.` };
    },
    removeCommand: async () => {
      done.push('remove');
      return { ok: false, message: 'It could not be removed.' };
    },
  } as unknown as Commands;
  const perform = createTrayActions(commands, {
    showMessageBox: async (...asked: unknown[]) => {
      boxes.push(asked.at(-1) as (typeof boxes)[number]);
      return { response, checkboxChecked: false };
    },
  });
  await perform({ kind: 'command' });
  return { boxes, done };
}

describe('the tray’s item for the command', () => {
  it('installs it after a box that says how it stands, and tells the result', async () => {
    const { boxes, done } = await chooseCommand({}, 0);
    expect(boxes[0]).toMatchObject({
      message: 'The command “skills-registry” for terminals',
      detail: `Not installed. It would be at ${FILE}.`,
      buttons: ['Install command', 'Cancel'],
    });
    expect(done).toEqual(['install']);
    expect(boxes[1]).toMatchObject({ type: 'info', message: `Installed at ${FILE}.` });
  });

  it('removes what is installed, and warns where that fails', async () => {
    const { boxes, done } = await chooseCommand({ found: 'ours' }, 0);
    expect(boxes[0]?.buttons).toEqual(['Remove command', 'Cancel']);
    expect(done).toEqual(['remove']);
    expect(boxes[1]).toMatchObject({ type: 'warning', message: 'It could not be removed.' });
  });

  it('offers both for one whose app is gone', async () => {
    const { boxes, done } = await chooseCommand({ found: 'gone', starts: '/gone/skills-registry.cjs' }, 1);
    expect(boxes[0]?.buttons).toEqual(['Install again', 'Remove command', 'Cancel']);
    expect(done).toEqual(['remove']);
  });

  it.each([
    [{}, 1],
    [{ found: 'foreign' }, 0],
    [{ unsupported: 'Move the app first.' }, 0],
  ] as const)('does nothing where nothing was chosen, or can be: %j', async (state, response) => {
    const { boxes, done } = await chooseCommand(state, response);
    expect(done).toEqual([]);
    expect(boxes).toHaveLength(1);
  });
});
