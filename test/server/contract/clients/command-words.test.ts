import { describe, expect, it } from 'vitest';
import type { CommandState } from '../../../../src-server/contract/clients/command.ts';
import {
  commandActions,
  commandSentence,
  missingLine,
} from '../../../../src-server/contract/clients/command-words.ts';

const FILE = '/home/me/.local/bin/skills-registry';
const state = (changes: Partial<CommandState> = {}): CommandState => ({
  file: FILE,
  found: 'nothing',
  path: { state: 'found' },
  ...changes,
});
const starts = '/old/skills-registry.cjs';

describe('how the installed command stands', () => {
  it.each<readonly [string, Partial<CommandState>, buttons: readonly string[]]>([
    [`Not installed. It would be at ${FILE}.`, {}, ['Install command']],
    [`Installed at ${FILE}.`, { found: 'ours' }, ['Remove command']],
    [
      `${FILE} belongs to another copy of the app: it starts ${starts}.`,
      { found: 'other-copy', starts },
      ['Install again', 'Remove command'],
    ],
    [
      `${FILE} starts ${starts}, but the program is gone.`,
      { found: 'gone', starts },
      ['Install again', 'Remove command'],
    ],
    [
      `${FILE} is another program’s, so it is left as it is. Move it away to install ours.`,
      { found: 'foreign' },
      [],
    ],
    ['Move the app first.', { unsupported: 'Move the app first.' }, []],
    [
      `Installed at ${FILE}. Move the app first.`,
      { found: 'ours', unsupported: 'Move the app first.' },
      ['Remove command'],
    ],
  ])('%s', (sentence, changes, buttons) => {
    expect(commandSentence(state(changes))).toBe(sentence);
    expect(commandActions(state(changes)).map(({ label }) => label)).toEqual(buttons);
  });

  it('says what keeps a terminal from finding it, once it is there', () => {
    const lacking = { state: 'lacking', folder: '/home/me/.local/bin' } as const;
    expect(commandSentence(state({ found: 'ours', path: lacking }))).toBe(
      `Installed at ${FILE}. Your PATH lacks /home/me/.local/bin.`,
    );
    expect(commandSentence(state({ path: lacking }))).not.toContain('PATH');
    const hidden = { state: 'hidden', by: '/usr/bin/skills-registry' } as const;
    expect(commandSentence(state({ found: 'ours', path: hidden }))).toContain(
      'A terminal starts /usr/bin/skills-registry instead',
    );
  });

  it('gives the line for PATH only while there is a command to be found', () => {
    const path = {
      state: 'lacking',
      folder: '/home/me/.local/bin',
      line: 'fish_add_path ~/.local/bin',
    } as const;
    expect(missingLine(state({ found: 'ours', path }))).toBe('fish_add_path ~/.local/bin');
    expect(missingLine(state({ path }))).toBeUndefined();
    expect(missingLine(state({ found: 'ours' }))).toBeUndefined();
  });

  it('can be installed again where a Windows user’s Path lost its folder', () => {
    const path = { state: 'lacking', folder: 'C:\\bin' } as const;
    expect(commandActions(state({ found: 'ours', path })).map(({ action }) => action)).toEqual([
      'install',
      'remove',
    ]);
  });
});
