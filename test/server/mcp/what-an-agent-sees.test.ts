import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import { POINTER_LINES } from '../../../src-server/contract/clients/pointer.ts';
import { loadTokenCounter } from '../../../src-server/tokens/count-tokens.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { ask, startTestServer } from '../../support/test-server.ts';

/** What agents ask while they work, and what they call for it. */
const TASKS: ReadonlyArray<readonly [task: string, tool: string, args: Record<string, unknown>]> = [
  ['start with a library by its name', 'get_skill', { path: 'spdlog', max_tokens: 1500 }],
  ['see what matters most of a large library', 'get_skill', { path: 'rust/tokio-rs/tokio', max_tokens: 700 }],
  ['read the rules of one library', 'get_section', { path: 'go/jackc/pgx/safety.md' }],
  ['look whether a library is there', 'search_skills', { query: 'use requests for http calls', limit: '3' }],
  ['look for a library with a slip in its name', 'search_skills', { query: 'spdlgo' }],
  ['choose a library for a language', 'search_skills', { query: 'websocket', lang: 'golang' }],
  ['do a task right', 'find_skills', { query: 'flush the log before the process exits' }],
  [
    'ask a library about a task',
    'get_skill',
    { library: 'sqlalchemy', topic: 'update without commit', tokens: 900, version: '1.4.54' },
  ],
  ['understand an error', 'find_skills', { query: 'QueuePool limit of size 5 overflow 10 reached' }],
  ['ask for what is not there', 'find_skills', { query: 'how do i use react query' }],
  ['call with a wrong argument', 'find_skills', { query: 'cancel a task', colour: 'rust' }],
];

/** The names that an answer gives as examples begin with those most read so far, when the checks end. */
const sortedNames = (text: string): string =>
  text.replace(/(?<=; such as )[^)]*/g, (names) => names.split(', ').sort().join(', '));

describe('what an agent sees of the sample', () => {
  it('is a list of tools that costs under 750 tokens', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const count = await loadTokenCounter();
    const listed = JSON.stringify((await call(url, 'tools/list', {})).result, undefined, 2);
    const { tokens } = count(JSON.stringify(JSON.parse(listed)));
    expect(tokens).toBeLessThan(750);
    await expect(`${tokens} tokens\n\n${listed}\n`).toMatchFileSnapshot('snapshots/tools-list.txt');
  });

  it('begins with what there is, when to ask, and what it costs', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const count = await loadTokenCounter();
    const { result } = await call(url, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    const { serverInfo, capabilities, instructions } = result as Record<string, { name: string }>;
    expect(serverInfo?.name).toBe('skills-registry');
    const { tokens } = count(String(instructions));
    const shown = `${JSON.stringify(capabilities)}\n\n${tokens} tokens of instructions:\n\n${instructions}\n`;
    await expect(shown).toMatchFileSnapshot('snapshots/initialize.txt');
  });

  it('is one way with one call: instructions, pointer and tools agree', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, 'modern');
    const { tools } = await client.listTools();
    const described = (tool: string) => tools.find(({ name }) => name === tool)?.description ?? '';
    const instructions = client.getInstructions() ?? '';
    const pointer = POINTER_LINES.join(' ').replaceAll('`', '').replaceAll('’', "'");
    const starts = { instructions, pointer };
    for (const [name, text] of Object.entries(starts))
      expect(text, name).toMatch(
        /\bBefore you write.*? call get_skill\b.*? even if you think you know it\b/is,
      );
    expect(described('get_skill')).toMatch(/Call it before you write .* even if you think you know it/);
    for (const tool of ['find_skills', 'search_skills'])
      expect(described(tool), tool).toMatch(
        /don’t know which library|If you know the library, call get_skill/,
      );
    const trusting =
      /prefer .{0,40}to memory\s+where (?:it|they) fits? the installed version and language[;,] otherwise ignore/i;
    for (const [name, text] of Object.entries(starts)) expect(text, name).toMatch(trusting);
    const all = [instructions, pointer, ...tools.map(({ name }) => described(name))];
    for (const text of all)
      expect(text).not.toMatch(/\bfollow (?:its|them|these)\b|over what you remember|checked files/i);
  });

  it('gives the whole pitfall for a strong match, and its claim and good form in a small budget', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, 'modern');
    const find = async (budget: object) => {
      const query = 'UPDATE without an error, but no change';
      return textOf(await client.callTool({ name: 'find_skills', arguments: { query, ...budget } }));
    };
    for (const text of [await find({}), await find({ max_tokens: 150 })]) {
      expect(text).toContain('Good:');
      expect(text).toMatch(/\.commit\(\)|\.begin\(\)/);
    }
  });

  it('answers typical tasks', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, 'modern');
    const count = await loadTokenCounter();
    const parts: string[] = [];
    for (const [task, name, args] of TASKS) {
      const answer = await client.callTool({ name, arguments: args });
      expect(answer).not.toHaveProperty('structuredContent');
      // Each mark has as many tokens as another.
      const text = sortedNames(textOf(answer).replace(/#\d{9}/g, '#123456789'));
      const { tokens } = count(text);
      parts.push(`==== ${task}: ${name} ${JSON.stringify(args)}: ${tokens} tokens\n\n${text}\n`);
    }
    await expect(parts.join('\n')).toMatchFileSnapshot('snapshots/tasks.txt');
  });
});

async function call(url: string, method: string, params: object) {
  const answer = await ask(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const data = answer.text.startsWith('{') ? answer.text : answer.text.replace(/^[\s\S]*?data: /, '');
  return JSON.parse(data) as { result: Record<string, unknown> };
}
