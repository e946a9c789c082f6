/** Every key that does something, once: the list that `?` opens is drawn from it, and only its keys can be bound. */

/** Whether keys are called as on a Mac. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

interface Shortcut {
  /** What the browser calls the keys; none where they are bound with a modifier, which is told by `shown` alone. */
  readonly keys: readonly string[];
  /** How they are told where it isn't one by one: ways, each a sequence. `Mod` is Ctrl, on a Mac ⌘. */
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

/** All keys that do something, by where they do it. */
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

/** A key that the table names; no other can be bound. */
export type ShortcutKey = (typeof SHORTCUTS)[number]['shortcuts'][number]['keys'][number];

const NAMES: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', ' ': 'Space' };

/** The ways to do it, each a sequence of keys as they are called. */
export function shownKeys({ keys, shown }: Shortcut, modifier: string): ReadonlyArray<readonly string[]> {
  const ways = shown ?? keys.map((key) => [NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)]);
  return ways.map((way) => way.map((key) => (key === 'Mod' ? modifier : key)));
}

/** True for a key that somebody may press by saying or typing something else: those can be turned off. */
export function isSingleKey(key: string): boolean {
  return key.length === 1 && key !== ' ';
}
