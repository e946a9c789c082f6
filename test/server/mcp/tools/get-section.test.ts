import { describe, expect, it } from 'vitest';
import { connectOverHttp, textOf } from '../../../support/mcp-client.ts';
import { skillFiles, temporaryFolder } from '../../../support/temporary-registry.ts';
import { startTestServer } from '../../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const PITFALLS = [
  '# Pitfalls',
  '',
  '## 1. `fork()` with *async* loggers',
  '',
  'The thread is gone.',
  '',
  '### In children',
  '',
  'Make a new pool.',
  '',
  '## 2. Exit',
  '',
  'Call shutdown().',
  '',
].join('\n');

async function open() {
  const { url } = await startTestServer(
    temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, { 'pitfalls.md': PITFALLS })),
  );
  const client = await connectOverHttp(url, 'modern');
  return async (section: string) => {
    const answer = await client.callTool({ name: 'get_section', arguments: { path: KEY, section } });
    return { text: textOf(answer), isError: answer.isError === true };
  };
}

describe('get_section', () => {
  it.each([
    ...[
      '2. Exit',
      'pitfalls.md, 2. Exit',
      'pitfalls#2. exit',
      'PITFALLS.md, 2.  EXIT',
      '## 2. Exit',
      'pitfalls#2-exit',
    ],
    ...[
      'pitfalls.md, 2. Exit:',
      'pitfalls.md, 2. Exit, whole:',
      'pitfalls.md, 2. Exit, whole',
      'pitfalls.md:12 2. Exit',
      'pitfalls.md:12 2. Exit:',
    ],
  ])('gives the part under the heading %j', async (section) => {
    const get = await open();
    expect((await get(section)).text).toMatch(
      /^<!-- cpp\/gabime\/spdlog\/pitfalls\.md \(P0\), registry \S+, tier2\. Its author says, up to the next line with this number: (#\d{9}) -->\n## 2\. Exit\n\nCall shutdown\(\)\.\n<!-- \1 -->$/,
    );
  });

  it('takes a heading without its marks, and the deeper headings with it', async () => {
    const get = await open();
    const { text } = await get('1. fork() with async loggers');
    expect(text).toContain('The thread is gone.');
    expect(text).toContain('Make a new pool.');
    expect(text).not.toContain('Call shutdown().');
  });

  it('gives as much as a budget takes, and says that something is left out', async () => {
    const { url } = await startTestServer(
      temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, { 'pitfalls.md': PITFALLS })),
    );
    const client = await connectOverHttp(url, 'modern');
    const get = async (args: Record<string, unknown>) =>
      textOf(
        await client.callTool({
          name: 'get_section',
          arguments: { name: KEY, section: 'pitfalls', ...args },
        }),
      );
    const whole = await get({});
    const unmarked = (text: string) => text.replace(/#\d{9}/g, '');
    expect(unmarked(await get({ tokens: 1_000 }))).toBe(unmarked(whole));
    for (let tokens = 1; tokens < 140; tokens += 1) {
      const text = await get({ tokens });
      if (unmarked(text) === unmarked(whole)) continue;
      expect(text, `${tokens}`).toMatch(/parts left out to fit; the whole has \d+ tokens/);
      const hasText = /thread is gone|Call shutdown|Make a new pool/.test(text);
      expect(hasText || /No part fits: give max_tokens \d+ or more\./.test(text), `${tokens}: ${text}`).toBe(
        true,
      );
    }
    const [, least = ''] = /max_tokens (\d+) or more/.exec(await get({ tokens: 1 })) ?? [];
    expect(await get({ tokens: Number(least) })).not.toContain('No part fits');
    expect(await get({ tokens: 120 })).toContain('The thread is gone.');
  });

  it('reads a file that is too large for one answer in parts, which together are the file', async () => {
    const lines = Array.from({ length: 90_000 }, (_, at) => `Line ${at} of a long tale äöü€😀.\n`).join('');
    const { url } = await startTestServer(
      temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, { 'examples/tale.txt': lines })),
    );
    const client = await connectOverHttp(url, 'modern');
    let section = 'examples/tale.txt';
    const parts: string[] = [];
    for (;;) {
      const text = textOf(await client.callTool({ name: 'get_section', arguments: { path: KEY, section } }));
      const [, body = '', part, count, next] =
        /^.*-->\n([\s\S]*)\n<!-- #\d{9} -->\n\n\[Part (\d) of (\d) of examples\/tale\.txt, which has \d+ bytes(?:: get_section with path \S+ and section "(.*)" gives the next)?\.\]$/.exec(
          text,
        ) ?? [];
      parts.push(body);
      expect(part).toBe(String(parts.length));
      if (part === count) break;
      section = next ?? expect.unreachable();
    }
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.join('') === lines).toBe(true);
    const beyond = await client.callTool({
      name: 'get_section',
      arguments: { path: KEY, section: 'examples/tale.txt, part 9' },
    });
    expect(textOf(beyond)).toContain(`has ${parts.length} parts`);
  });

  it('names the files if neither a file nor a heading is called so', async () => {
    const get = await open();
    for (const section of ['Nowhere', 'pitfalls.md, Nowhere', 'nowhere.md, 2. Exit', '#', ',']) {
      const { text, isError } = await get(section);
      expect(isError, section).toBe(true);
      expect(text).toContain('Its sections: overview, pitfalls');
    }
  });
});
