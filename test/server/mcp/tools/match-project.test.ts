import { describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../../../src-server/tokens/count-tokens.ts';
import { connectOverHttp, ERAS, textOf } from '../../../support/mcp-client.ts';
import { skillFiles, temporaryFolder } from '../../../support/temporary-registry.ts';
import { startTestServer } from '../../../support/test-server.ts';

const WS = 'js/websockets/ws';
const PG = 'js/brianc/node-postgres';

const registry = () =>
  temporaryFolder({
    ...skillFiles(`skills/${WS}`, WS, { version: '8.18.0', extensions: { npm: { name: 'ws' } } }),
    ...skillFiles(`skills/${PG}`, PG, {
      version: '8.0.0',
      risk_level: 'high',
      extensions: { npm: { name: 'pg' } },
    }),
    ...skillFiles('skills/js/a/left-pad', 'js/a/left-pad'),
  });

async function call(args: Record<string, unknown>, era: (typeof ERAS)[number] = 'modern') {
  const { url } = await startTestServer(registry());
  const client = await connectOverHttp(url, era);
  const answer = await client.callTool({ name: 'match_project', arguments: args });
  return { text: textOf(answer), isError: answer.isError === true };
}

describe('match_project', () => {
  it.each(ERAS)(
    'says what to read before touching which library, the most dangerous first (%s)',
    async (era) => {
      const packages = [
        'pkg:npm/ws@7.5.0',
        { ecosystem: 'npm', name: 'pg', version: '8.1.0' },
        'pkg:npm/left-pad',
        'pkg:npm/x',
      ];
      const { text } = await call({ packages }, era);
      const lines = text.split('\n');
      expect(lines[0]).toContain('2 of 4 packages have a library skill.');
      expect(lines[0]).toContain('get_skill');
      expect(lines[1]).toBe(`- pg 8.1.0: ${PG}, high risk; written for 8.0.0`);
      expect(lines[2]).toMatch(
        /^- ws 7\.5\.0: js\/websockets\/ws, low risk; written for 8\.18\.0, another major version/,
      );
      expect(lines[3]).toBe('Maybe, by its name alone: left-pad: js/a/left-pad');
      expect(lines[4]).toContain('Without a skill');
    },
  );

  it('keeps within max_tokens, 2,000 where none is given, and says what it left out', async () => {
    const count = await loadTokenCounter();
    const packages = Array.from({ length: 400 }, (_, place) => `pkg:npm/ws@8.${place}.0`);
    for (const max_tokens of [undefined, 300, 100]) {
      const { text } = await call({ packages, ...(max_tokens !== undefined && { max_tokens }) });
      expect(count(text).tokens).toBeLessThanOrEqual(max_tokens ?? 2_000);
      expect(text).toMatch(/\d+ more lines are left out/);
    }
  });

  it.each([
    [{ packages: ['npm:ws'] }, /packages\[0\] has a "purl" that is no package URL/],
    [{ packages: [{}] }, /packages\[0\] must have "purl"/],
    [{ packages: 'pkg:npm/ws' }, /packages/],
    [{}, /needs packages/],
  ])('tells the agent what is wrong with %j', async (args, why) => {
    const { text, isError } = await call(args);
    expect(isError).toBe(true);
    expect(text).toMatch(why);
  });

  it('shows no character of a package’s name that is an instruction to a terminal', async () => {
    const { text } = await call({
      packages: ['pkg:npm/%E2%80%AEws', { ecosystem: 'npm', name: 'a\u202eb' }],
    });
    expect(text).not.toContain('\u202e');
  });
});
