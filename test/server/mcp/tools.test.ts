import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientOfSession, makeSessionId, toClient } from '../../../src-server/mcp/client-label.ts';
import { formatSkillUri, parseSkillUri } from '../../../src-server/mcp/resources/skill-uri.ts';
import { fitBudget } from '../../../src-server/mcp/tools/fit-budget.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const EXTRA = {
  'overview.md': `# Overview\n\n${'word '.repeat(50)}\n`,
  'pitfalls.md': `# Pitfalls\n\n${'word '.repeat(100)}\n`,
  'safety.md': '# Safety\n\nNever.\n',
  'lifecycle.md': '# Life cycle\n\nStart, stop.\n',
};
const FILES = {
  P0: ['pitfalls.md', 'overview.md', 'safety.md'],
  P1: ['lifecycle.md'],
  P3: ['examples/basic.txt'],
};

async function openSkill(changes: Record<string, unknown> = {}) {
  const files = skillFiles(`skills/${KEY}`, KEY, { files: FILES, ...changes }, EXTRA);
  const { url } = await startTestServer(temporaryFolder(files));
  const client = await connectOverHttp(url, 'modern');
  return async (args: Record<string, unknown>) => {
    const answer = await client.callTool({ name: 'get_skill', arguments: args });
    const { files = [], omitted = [] } = (answer.structuredContent ?? {}) as {
      files?: { path: string; priority: string; tokens: number }[];
      omitted?: { path: string }[];
    };
    return {
      answer,
      text: textOf(answer),
      kept: files.map(({ path }) => path),
      omitted: omitted.map(({ path }) => path),
    };
  };
}

describe('get_skill', () => {
  it('gives everything in reading order: read_order first, then by priority', async () => {
    const get = await openSkill();
    const { kept, omitted } = await get({ path: KEY });
    expect(kept).toEqual(['overview.md', 'pitfalls.md', 'safety.md', 'lifecycle.md', 'examples/basic.txt']);
    expect(omitted).toEqual([]);
  });

  it('leaves out what does not fit max_tokens, and says so', async () => {
    const get = await openSkill();
    const { kept, omitted, text } = await get({ path: KEY, max_tokens: 165 });
    expect(kept).toContain('overview.md');
    expect(omitted).toEqual(['pitfalls.md']);
    expect(text).toMatch(/Left out to stay within max_tokens.*pitfalls\.md \(P0, \d+ tokens\)/);
  });

  it('says what there is even where nothing fits', async () => {
    const get = await openSkill();
    const { kept, omitted } = await get({ path: KEY, max_tokens: 1 });
    expect(kept).toEqual([]);
    expect(omitted).toHaveLength(5);
  });

  it('goes by the usual file names where skill.json lists nothing', async () => {
    const get = await openSkill({ files: undefined, read_order: undefined });
    const { answer } = await get({ path: KEY });
    const { files } = answer.structuredContent as { files: { path: string; priority: string }[] };
    expect(files.map(({ path, priority }) => `${priority} ${path}`)).toEqual([
      'P0 overview.md',
      'P0 pitfalls.md',
      'P0 safety.md',
      'P1 lifecycle.md',
      'P3 examples/basic.txt',
    ]);
  });

  it('serves a skill whose facts have other types than the specification', async () => {
    const get = await openSkill({ trust_score: 'high', tags: [1, 'a'], summary: { text: 'x' } });
    const { answer } = await get({ path: KEY });
    expect(answer.isError).toBeUndefined();
    expect(answer.structuredContent).toMatchObject({ key: KEY, tags: ['a'] });
  });

  it.each([`/${KEY}/`, `skill://${KEY}`, ` ${KEY} `])('forgives %j', async (path) => {
    const get = await openSkill();
    expect((await get({ path })).answer.structuredContent).toMatchObject({ key: KEY });
  });

  it('names every wrong argument', async () => {
    const get = await openSkill();
    const { answer, text } = await get({ path: 7, max_tokens: 0 });
    expect(answer.isError).toBe(true);
    expect(text).toContain('path must be string');
    expect(text).toContain('max_tokens must be >= 1');
  });
});

describe('a token budget', () => {
  it('is never exceeded, keeps the order, and loses nothing', () => {
    const items = fc.array(fc.record({ id: fc.nat(), tokens: fc.nat(500) }));
    fc.assert(
      fc.property(items, fc.integer({ min: -10, max: 2_000 }), (all, budget) => {
        const { kept, omitted } = fitBudget(all, budget, ({ tokens }) => tokens);
        const spent = kept.reduce((sum, { tokens }) => sum + tokens, 0);
        expect(spent).toBeLessThanOrEqual(Math.max(0, budget));
        expect(kept).toEqual(all.filter((item) => kept.includes(item)));
        expect(kept.length + omitted.length).toBe(all.length);
      }),
    );
  });
});

describe('an address of a skill’s file', () => {
  it('names the same file again when it is read', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('/'));
    fc.assert(
      fc.property(fc.tuple(segment, segment, segment), fc.array(segment, { minLength: 1 }), (key, path) => {
        const address = { key: key.join('/'), file: path.join('/') };
        expect(parseSkillUri(formatSkillUri(address))).toEqual(address);
      }),
    );
  });

  it.each(['', 'skill://', 'skill://a/b/c', 'http://a/b/c/d', 'skill://a/b/c/%E0%A4%A'])(
    'is not %j',
    (uri) => {
      expect(parseSkillUri(uri)).toBeUndefined();
    },
  );
});

describe('a session id', () => {
  it('carries its client’s name, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, version) => {
        const client = toClient({ name, version });
        fc.pre(client !== undefined);
        const id = makeSessionId(client);
        expect(id).toMatch(/^[\x21-\x7e]+$/);
        expect(clientOfSession(id)).toEqual(client);
      }),
    );
  });

  it.each([null, '', 'x', 'x.y', 'x.e30', `x.${btoa('["",""]')}`])(
    'of someone else, %j, names nobody',
    (id) => {
      expect(clientOfSession(id)).toBeUndefined();
    },
  );
});
