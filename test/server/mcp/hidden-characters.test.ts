import { expect, it } from 'vitest';
import { connectOverHttp } from '../../support/mcp-client.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const HIDDEN = 'a\u001b[31mb\u202ec\u{e0041}d';
const SPELLED_OUT = 'a\\u{1b}[31mb\\u{202e}c\\u{e0041}d';

async function open() {
  const extra = { 'pitfalls.md': `# Pitfalls\n\n${HIDDEN}\n` };
  const { url } = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, extra)));
  return connectOverHttp(url, 'modern');
}

it.each([`skill://${KEY}/pitfalls.md`, `skill://${KEY}`])(
  'what nobody sees is spelled out in the resource %s',
  async (uri) => {
    const { contents } = await (await open()).readResource({ uri });
    const texts = JSON.stringify(contents);
    expect(texts).toContain(JSON.stringify(SPELLED_OUT).slice(1, -1));
    expect(texts).not.toContain('\u202e');
  },
);
