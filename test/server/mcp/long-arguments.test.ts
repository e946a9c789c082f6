import { describe, expect, it } from 'vitest';
import { connectOverHttp } from '../../support/mcp-client.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const LONG = 'a '.repeat(100_000);
const ref = { type: 'ref/prompt' as const, name: 'use-library' };

const open = async () => connectOverHttp((await startTestServer(temporaryRegistry([KEY]))).url, 'modern');

/** Places in a schema where a text may have any length. */
function unbounded(schema: object, place: string): readonly string[] {
  const {
    type,
    maxLength,
    enum: values,
    properties = {},
    items,
  } = schema as {
    readonly type?: unknown;
    readonly maxLength?: number;
    readonly enum?: unknown;
    readonly properties?: Readonly<Record<string, object>>;
    readonly items?: object;
  };
  return [
    ...(type === 'string' && maxLength === undefined && values === undefined ? [place] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => unbounded(inner, `${place}.${name}`)),
    ...(items === undefined ? [] : unbounded(items, `${place}[]`)),
  ];
}

describe('texts of MCP requests', () => {
  it('have a greatest length in the schema of every tool', async () => {
    const { tools } = await (await open()).listTools();
    expect(tools.length).toBeGreaterThan(4);
    expect(tools.flatMap(({ name, inputSchema }) => unbounded(inputSchema, name))).toEqual([]);
  });

  it('are refused where they are longer, in each argument of each prompt', async () => {
    const client = await open();
    const { prompts } = await client.listPrompts();
    const asked = prompts.flatMap(({ name, arguments: all = [] }) =>
      all.map((one) => [name, one.name] as const),
    );
    expect(asked.length).toBeGreaterThan(3);
    for (const [name, argument] of asked) {
      const given = { path: KEY, query: 'log', [argument]: LONG };
      await expect(client.getPrompt({ name, arguments: given }), `${name} ${argument}`).rejects.toThrow(
        '1000',
      );
    }
  });

  it.each([
    ['the value', { ref, argument: { name: 'path', value: LONG } }],
    ['the name', { ref, argument: { name: LONG, value: 'a' } }],
    [
      'the context',
      { ref, argument: { name: 'author', value: 'a' }, context: { arguments: { language: LONG } } },
    ],
  ])('are refused where they are longer, in %s of a completion', async (_what, params) => {
    await expect((await open()).complete(params)).rejects.toThrow('1000');
  });

  it('are refused where they are longer, in the address of a resource', async () => {
    await expect((await open()).readResource({ uri: `skill://${LONG}` })).rejects.toThrow();
  });
});
