import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
} from '../../src-server/contract/clients/mcp-clients.ts';

const DOCUMENT = readFileSync(new URL('../../docs/connect.md', import.meta.url), 'utf8');

/** A client's row as the document has it. */
function rowOf(id: McpClientId): string {
  const { name, format, files, serversParent, serversKey, projectFile, link, own, place, byAddress } =
    MCP_CLIENTS[id];
  const settings =
    format === 'snippet-only'
      ? `by hand: ${place}`
      : files.map((file) => `\`${file.replace(/^\?/, '').replace(/<\w+\|([^>]*)>/, '$1')}\``).join(', ');
  const member = [serversParent, serversKey].filter((key) => key !== undefined).join('.');
  const ownWays = [
    ...(link === undefined ? [] : ['link']),
    ...(own === undefined ? [] : [`\`${own.program}\``]),
  ];
  const cells = [
    byAddress === undefined ? `${name}, by a program alone` : name,
    `\`${id}\``,
    settings,
    `\`${member}\``,
    projectFile === undefined || format === 'snippet-only' ? '' : `\`${projectFile}\``,
    ownWays.join(', '),
  ];
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}

test('the table of clients is the one that the program goes by', () => {
  const rows = DOCUMENT.split('\n').filter((line) => /^\| .* \| `[a-z-]+` \| (?:`|by hand)/.test(line));
  expect(rows).toEqual(MCP_CLIENT_IDS.map(rowOf));
});

/** How many tokens each answer of the tasks has, by its tool; those that are no answer apart. */
function tokensOfTasks(): ReadonlyMap<string, readonly number[]> {
  const tasks = readFileSync('test/server/mcp/snapshots/tasks.txt', 'utf8');
  const counts = new Map<string, number[]>();
  for (const [, what = '', tool = '', tokens] of tasks.matchAll(/^==== (.*): (\w+) \{.*: (\d+) tokens$/gm)) {
    const kind = /not there|wrong argument/.test(what) ? what : tool;
    counts.set(kind, [...(counts.get(kind) ?? []), Number(tokens)]);
  }
  return counts;
}

test('the table of tokens says what the answers, instructions and tools cost now', () => {
  const tasks = tokensOfTasks();
  const span = (kind: string) => {
    const counts = tasks.get(kind) ?? [];
    return `${Math.min(...counts)} to ${Math.max(...counts)}`;
  };
  const first = (file: string) =>
    /(\d+) tokens/.exec(readFileSync(`test/server/mcp/snapshots/${file}`, 'utf8'))?.[1];
  const rowsBeginning = (name: string) =>
    DOCUMENT.split('\n')
      .filter((line) => line.startsWith(`| ${name}`))
      .map((line) => line.split(' | ')[1]);
  expect([...tasks.values()].flat()).toHaveLength(11);
  expect(rowsBeginning('`tools/list`')).toEqual([
    expect.stringMatching(new RegExp(`^${first('tools-list.txt')},`)),
  ]);
  expect(rowsBeginning('instructions')).toEqual([first('initialize.txt')]);
  expect(rowsBeginning('is there a skill')).toEqual([span('search_skills')]);
  expect(rowsBeginning('which skill')).toEqual([span('find_skills')]);
  expect(rowsBeginning('no skill')).toEqual([String(tasks.get('ask for what is not there')?.[0])]);
});
