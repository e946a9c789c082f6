import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectOverHttp, textOf } from '../../../support/mcp-client.ts';
import { temporaryRegistry } from '../../../support/temporary-registry.ts';
import { startTestServer } from '../../../support/test-server.ts';

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
  expect(text).toContain("The code is C++; this is a Python library. Don't copy it.");
  expect(text).not.toContain('trust');
});
