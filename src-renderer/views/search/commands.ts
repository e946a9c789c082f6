import { formatRoute, type Route, type View } from '../../route/route.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { queryWords } from './match-names.ts';

export type Command = { readonly words: string } & (
  | { readonly kind: 'open'; readonly href: string }
  | { readonly kind: 'copy'; readonly text: string; readonly said: string }
);

export interface CommandFacts {
  /** Undefined until known. */
  readonly mcpUrl: string | undefined;
  readonly isApp: boolean;
  /** Views of this host. */
  readonly offers: (view: View) => boolean;
}

/** Linked from the bar; see `withoutBar`. */
const GO = 'Go to ';

const PLACES: ReadonlyArray<readonly [words: string, route: Route, appOnly?: true]> = [
  [`${GO}Home`, { view: 'home' }],
  [`${GO}Projects`, { view: 'projects' }],
  [`${GO}Browse`, { view: 'browse', filters: new URLSearchParams() }],
  [`${GO}Activity`, { view: 'activity' }],
  [`${GO}Problems`, { view: 'problems', filters: new URLSearchParams() }],
  [`${GO}Connect`, { view: 'connect' }],
  [`${GO}Settings`, { view: 'settings' }],
  ['Manage registries', { view: 'registries' }],
  ['Import a skill', { view: 'import' }],
  ['Choose a folder to serve', { view: 'registry' }, true],
];

/** In list order. */
export function allCommands({ mcpUrl, isApp, offers }: CommandFacts): readonly Command[] {
  return [
    ...(mcpUrl === undefined
      ? []
      : [{ kind: 'copy', words: 'Copy the address', text: mcpUrl, said: 'Copied the address' } as const]),
    ...PLACES.flatMap(([words, route, appOnly]) =>
      (appOnly && !isApp) || !offers(route.view)
        ? []
        : [{ kind: 'open', words, href: formatRoute(route) } as const],
    ),
  ];
}

/** Commands shown nowhere else. */
export function withoutBar(commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ words }) => !words.startsWith(GO));
}

/** A single word is no command: `problems` asks the texts, `go problems` opens the view. */
const FEWEST_WORDS = 2;

/** Query words begin the verb and further words, in order: `copy addr` finds `Copy the address`. */
export function matchCommands(query: string, commands: readonly Command[]): readonly Command[] {
  const typed = queryWords(query);
  if (typed.length < FEWEST_WORDS) return [];
  return commands.filter((command) => {
    const [verb = '', ...rest] = queryWords(command.words);
    const [first = '', ...others] = typed;
    return verb.startsWith(first) && isSubsequence(others, rest);
  });
}

function isSubsequence(starts: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  return starts.every((start) => {
    while (at < words.length && !words[at]?.startsWith(start)) at += 1;
    at += 1;
    return at <= words.length;
  });
}

/** `open tokio › safety`: a skill's whole name, then a file name's beginning. */
export interface FileQuery {
  readonly row: SkillRow;
  readonly start: string;
}

/** `open` and `›` are optional. Undefined unless a skill has exactly the name. */
export function readFileQuery(query: string, rows: Iterable<SkillRow>): FileQuery | undefined {
  const parts = query
    .toLowerCase()
    .replace(/^\s*open\s+/, '')
    .split(/[\s›>]+/)
    .filter((part) => part !== '');
  const start = parts.at(-1);
  const name = parts.slice(0, -1).join(' ');
  if (start === undefined || name === '') return undefined;
  for (const row of rows) if (row.name.toLowerCase() === name) return { row, start };
  return undefined;
}

/** @param paths served files */
export function fileCommands({ row, start }: FileQuery, paths: readonly string[]): readonly Command[] {
  return paths
    .filter((path) => path.toLowerCase().startsWith(start) || lastPart(path).startsWith(start))
    .map((file) => openFile(row, file));
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

export function openFile({ key, name }: Pick<SkillRow, 'key' | 'name'>, file: string): Command {
  const words = `Open ${name} › ${file.replace(/\.md$/, '')}`;
  return { kind: 'open', words, href: formatRoute({ view: 'skill', key, file }) };
}
