/** Shown in the `?` dialog. No other key can be bound. */

export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

interface Shortcut {
  /** `KeyboardEvent.key` values; empty for shortcuts with a modifier. */
  readonly keys: readonly string[];
  /** Alternative key sequences to display. `Mod`: Ctrl, or ⌘ on a Mac. */
  readonly shown?: ReadonlyArray<readonly string[]>;
  readonly does: string;
}

interface Group {
  readonly where: string;
  readonly shortcuts: readonly Shortcut[];
}

const HISTORY_KEYS = isMac
  ? [
      ['⌘', '['],
      ['⌘', ']'],
    ]
  : [
      ['Alt', '←'],
      ['Alt', '→'],
    ];

export const SHORTCUTS = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: [], shown: [['Mod', 'K']], does: 'Ask, or type a name' },
      { keys: ['/'], does: 'The same' },
      {
        keys: ['g', 'h', 'j', 'b', 'a', 'p', 'c'],
        shown: [
          ['G', 'H'],
          ['G', 'J'],
          ['G', 'B'],
          ['G', 'A'],
          ['G', 'P'],
          ['G', 'C'],
        ],
        does: 'Go to Home, Projects, Browse, Activity, Problems, Connect',
      },
      { keys: [], shown: [['Mod', 'F']], does: 'Find in the text (in a browser: its own search)' },
      { keys: [], shown: HISTORY_KEYS, does: 'Back and forward' },
      { keys: ['Escape'], does: 'Leave the box, close what is open' },
      { keys: ['?'], does: 'This list' },
    ],
  },
  {
    where: 'In a list',
    shortcuts: [
      { keys: ['ArrowDown', 'j'], does: 'Next row' },
      { keys: ['ArrowUp', 'k'], does: 'Previous row' },
      { keys: ['Home', 'End'], does: 'First and last row' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['y'], does: 'Copy the key of the row' },
      { keys: ['x'], does: 'Clear the filters' },
    ],
  },
  {
    where: 'In a skill',
    shortcuts: [
      { keys: ['[', ']'], does: 'Previous and next file, in reading order' },
      { keys: ['PageDown', ' ', 'PageUp'], does: 'Page down, page up' },
      { keys: ['Home', 'End'], does: 'Start and end of the text' },
      { keys: ['c'], does: 'Copy for an agent' },
      { keys: ['y'], does: 'Copy the key' },
      { keys: ['l'], does: 'Copy a link to the heading that you read' },
      { keys: ['r'], does: 'Switch between reading and raw' },
    ],
  },
  {
    where: 'Elsewhere',
    shortcuts: [
      { keys: ['c'], does: 'On Home: copy the address' },
      { keys: ['p'], does: 'In Activity: pause, and go on' },
      { keys: ['o'], does: 'Where a folder is chosen: open the dialog' },
    ],
  },
] as const satisfies readonly Group[];

export type ShortcutKey = (typeof SHORTCUTS)[number]['shortcuts'][number]['keys'][number];

const NAMES: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', ' ': 'Space' };

export function shownKeys({ keys, shown }: Shortcut, modifier: string): ReadonlyArray<readonly string[]> {
  const ways = shown ?? keys.map((key) => [NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)]);
  return ways.map((way) => way.map((key) => (key === 'Mod' ? modifier : key)));
}

/** Printable. */
export function isSingleKey(key: string): boolean {
  return key.length === 1 && key !== ' ';
}
