import { describe, expect, it } from 'vitest';
import type { CommandState } from '../../../src-server/contract/command.ts';
import { canInstall, canRemove, commandSentence } from '../../../src-server/contract/command-words.ts';

const FILE = '/home/me/.local/bin/skills';
const state = (changes: Partial<CommandState> = {}): CommandState => ({
  file: FILE,
  found: 'nothing',
  path: { state: 'found' },
  ...changes,
});
const starts = '/old/skills.js';

describe('how the installed command stands', () => {
  it.each<readonly [string, Partial<CommandState>, install: boolean, remove: boolean]>([
    [`Not installed. It would be at ${FILE}.`, {}, true, false],
    [`Installed at ${FILE}.`, { found: 'ours' }, true, true],
    [
      `${FILE} belongs to another copy of the app: it starts ${starts}.`,
      { found: 'other-copy', starts },
      true,
      true,
    ],
    [`${FILE} starts ${starts}, which is not there any more.`, { found: 'gone', starts }, true, true],
    [
      `${FILE} is another program’s, so it is left as it is. Move it away to install ours.`,
      { found: 'foreign' },
      false,
      false,
    ],
    ['Move the app first.', { unsupported: 'Move the app first.' }, false, false],
    [
      `Installed at ${FILE}. Move the app first.`,
      { found: 'ours', unsupported: 'Move the app first.' },
      false,
      true,
    ],
  ])('%s', (sentence, changes, install, remove) => {
    expect(commandSentence(state(changes))).toBe(sentence);
    expect([canInstall(state(changes)), canRemove(state(changes))]).toEqual([install, remove]);
  });

  it('says what keeps a terminal from finding it, once it is there', () => {
    const lacking = { state: 'lacking', folder: '/home/me/.local/bin' } as const;
    expect(commandSentence(state({ found: 'ours', path: lacking }))).toBe(
      `Installed at ${FILE}. Your PATH lacks /home/me/.local/bin.`,
    );
    expect(commandSentence(state({ path: lacking }))).not.toContain('PATH');
    const hidden = { state: 'hidden', by: '/usr/bin/skills' } as const;
    expect(commandSentence(state({ found: 'ours', path: hidden }))).toContain(
      'A terminal starts /usr/bin/skills instead',
    );
  });
});
