import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import isAgentSkillsIndex from '../../../src-server/contract/schemas/agent-skills-index.schema.json?validate';
import { agentSkillNames } from '../../../src-server/http/agent-skill.ts';
import type { RegistrySnapshot } from '../../../src-server/registry/model/registry-snapshot.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const INDEX = '/.well-known/agent-skills/index.json';
const KEY = 'cpp/gabime/spdlog';

interface Index {
  readonly skills: ReadonlyArray<{ name: string; description: string; url: string; digest: string }>;
}

describe('Agent Skills discovery', () => {
  it('lists every skill with a SKILL.md that has the digest it says', async () => {
    const server = await startTestServer(temporaryRegistry([KEY, 'go/jackc/pgx']));
    const index = (await server.get(INDEX)).json<Index>();
    expect(isAgentSkillsIndex(index)).toBe(true);
    expect(index.skills.map(({ name }) => name)).toEqual(['cpp-gabime-spdlog', 'go-jackc-pgx']);
    for (const { url, digest } of index.skills) {
      const { body } = await server.get(url);
      expect(`sha256:${createHash('sha256').update(body).digest('hex')}`).toBe(digest);
    }
  });

  it('gives a SKILL.md with front matter, the P0 files and where to read on', async () => {
    const summary = 'Logging: "fast" # and\nquoted';
    const server = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { summary })));
    const { text, headers } = await server.get('/.well-known/agent-skills/cpp-gabime-spdlog/SKILL.md');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text.split('\n').slice(0, 4)).toEqual([
      '---',
      'name: "cpp-gabime-spdlog"',
      `description: "Logging: \\"fast\\" # and quoted Read before writing code with ${KEY}."`,
      '---',
    ]);
    for (const heading of ['# Overview', '# Pitfalls', '# Safety']) expect(text).toContain(heading);
    expect(text).toContain(`- [examples/basic.txt](/v1/skills/${KEY}/examples/basic.txt)`);
  });

  it('is for no web page of another origin', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    expect((await server.get(INDEX)).headers).not.toHaveProperty('access-control-allow-origin');
    expect((await server.get(INDEX, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
  });

  it('gives every key a name of its own that the format allows', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('/'));
    const keys = fc.uniqueArray(fc.tuple(segment, segment, segment).map((parts) => parts.join('/')));
    fc.assert(
      fc.property(keys, (all) => {
        const snapshot = { skills: new Map(all.map((key) => [key, {}])) } as unknown as RegistrySnapshot;
        const names = agentSkillNames(snapshot);
        expect([...names.values()].sort()).toEqual([...all].sort());
        for (const name of names.keys()) {
          expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
          expect(name.length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });

  it('tells keys apart that look the same as names', () => {
    const keys = ['cpp/a/b-c', 'cpp/a-b/c', 'CPP/a/b-c'];
    const snapshot = { skills: new Map(keys.map((key) => [key, {}])) } as unknown as RegistrySnapshot;
    expect(new Set(agentSkillNames(snapshot).keys()).size).toBe(3);
  });
});
