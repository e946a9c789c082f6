import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FindResponse } from '../../../../src-server/contract/api/api.ts';
import { connectOverHttp, textOf } from '../../../support/mcp-client.ts';
import { temporaryRegistry } from '../../../support/temporary-registry.ts';
import { startTestServer } from '../../../support/test-server.ts';

const WARNING = "The code is C++; this is a Python library. Don't copy it.";

it('warns of code in another language than the library, without a claim of trust beside it', async () => {
  const key = 'python/pallets/flask';
  const registry = temporaryRegistry([key]);
  writeFileSync(
    join(registry, 'skills', key, 'pitfalls.md'),
    '# Pitfalls\n\n```cpp\nflask::app app;\n```\n\n```cpp\napp.run();\n```\n',
  );
  const { url } = await startTestServer(registry);
  const client = await connectOverHttp(url, 'modern');
  const text = textOf(await client.callTool({ name: 'get_skill', arguments: { path: key } }));
  expect(text).toContain(WARNING);
  expect(text).not.toContain('trust');
});

it('warns of it beside every passage from the start: in a section, in what is found, and in SKILL.md', async () => {
  const key = 'python/pallets/flask';
  const registry = temporaryRegistry([key]);
  const pitfalls =
    '# Pitfalls\n\n## Zebras\n\n```cpp\nzebra();\n```\n\n## Others\n\n```cpp\napp.run();\n```\n';
  writeFileSync(join(registry, 'skills', key, 'pitfalls.md'), pitfalls);
  const { url } = await startTestServer(registry);
  const client = await connectOverHttp(url, 'modern');
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ['get_section', { path: key, section: 'pitfalls' }],
    ['get_section', { path: key, section: 'Zebras' }],
    ['find_skills', { query: 'flask' }],
    ['search_skills', { query: 'flask' }],
  ];
  for (const [name, args] of calls)
    expect(textOf(await client.callTool({ name, arguments: args })), name).toContain(WARNING);
  const found = await fetch(`${url}/v1/find?q=flask&explain=1`);
  expect(((await found.json()) as FindResponse).results[0]?.warning).toBe(WARNING);
  const skill = await fetch(`${url}/.well-known/agent-skills/python-pallets-flask/SKILL.md`);
  expect(await skill.text()).toContain(WARNING);
});
