import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import isAgentSkillsIndex from '../../../src-server/contract/schemas/agent-skills-index.schema.json?validate';
import { AgentSkillNames } from '../../../src-server/registry/agent-skills/agent-skill-names.ts';
import { faultyReader } from '../../support/faulty-reader.ts';
import { serveFolder } from '../../support/served-folder.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';

const FOLDER = '/.well-known/agent-skills';
const INDEX = `${FOLDER}/index.json`;
const KEY = 'cpp/gabime/spdlog';

interface Index {
  readonly skills: ReadonlyArray<{ name: string; description: string; url: string; digest: string }>;
}

describe('Agent Skills discovery', () => {
  it('lists every skill with an archive that has the digest it says', async () => {
    const server = await startTestServer(temporaryRegistry([KEY, 'go/jackc/pgx']));
    const index = (await server.get(INDEX)).json<Index>();
    expect(isAgentSkillsIndex(index)).toBe(true);
    expect(index.skills.map(({ name }) => name)).toEqual(['cpp-gabime-spdlog', 'go-jackc-pgx']);
    for (const { url, digest } of index.skills) {
      const { body } = await server.get(url);
      expect(`sha256:${createHash('sha256').update(body).digest('hex')}`).toBe(digest);
    }
  });

  it('gives archives that hold the skill’s files, the same ones for the same texts', async () => {
    const archiveOf = async () => {
      const server = await startTestServer(temporaryRegistry([KEY]));
      const { body, headers } = await server.get(`${FOLDER}/cpp-gabime-spdlog.tar.gz`);
      expect(headers['content-type']).toBe('application/gzip');
      return body;
    };
    const archive = await archiveOf();
    const text = gunzipSync(archive).toString('latin1');
    for (const path of ['SKILL.md', 'overview.md', 'pitfalls.md', 'safety.md', 'examples/basic.txt'])
      expect(text).toContain(`${path}\0`);
    expect((await archiveOf()).equals(archive)).toBe(true);
  });

  it('gives each file that SKILL.md links to, beside it', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    expect((await server.get(`${FOLDER}/cpp-gabime-spdlog/examples/basic.txt`)).text).toBe('example\n');
    for (const path of [
      'cpp-gabime-spdlog/nope.md',
      'cpp-gabime-spdlog/skill.json',
      'nope.tar.gz',
      'nope/SKILL.md',
    ])
      expect((await server.get(`${FOLDER}/${path}`)).status).toBe(404);
  });

  it('gives a SKILL.md with front matter, the files to read first and where to read on', async () => {
    const summary = 'Logging: "fast" # and\nquoted';
    const server = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { summary })));
    const { text, headers } = await server.get('/.well-known/agent-skills/cpp-gabime-spdlog/SKILL.md');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text.split('\n').slice(0, 10)).toEqual([
      '---',
      'name: "cpp-gabime-spdlog"',
      `description: "Logging: fast and quoted. Read before writing code with ${KEY}."`,
      'metadata:',
      `  key: "${KEY}"`,
      '  source: "gabime/spdlog"',
      '  version: "1.2.3"',
      '  skill_version: "1.0.0"',
      expect.stringMatching(/^ {2}digest: "sha256:[0-9a-f]{64}"$/),
      '---',
    ]);
    expect(text).toContain(
      '## Read first\n\n- [overview.md](overview.md)\n- [pitfalls.md](pitfalls.md)\n- [safety.md](safety.md)\n',
    );
    expect(text).toContain('## Read on demand\n\n- [examples/basic.txt](examples/basic.txt)\n');
    expect(text).not.toContain('# Overview');
  });

  it('names what comes first of a skill that has nothing in P0', async () => {
    const files = { P1: ['safety.md'], P3: ['examples/basic.txt'] };
    const folder = temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { files }));
    for (const path of ['overview.md', 'pitfalls.md']) rmSync(join(folder, `skills/${KEY}`, path));
    const server = await startTestServer(folder);
    const { text } = await server.get('/.well-known/agent-skills/cpp-gabime-spdlog/SKILL.md');
    expect(text).toContain('## Read first\n\n- [safety.md](safety.md)\n\n## Read on demand');
    expect(text).toContain('- [examples/basic.txt]');
  });

  it('has another digest in SKILL.md as soon as a text is another one', async () => {
    const digestOf = async (safety: string) => {
      const registry = temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, { 'safety.md': safety }));
      const server = await startTestServer(registry);
      const { text } = await server.get('/.well-known/agent-skills/cpp-gabime-spdlog/SKILL.md');
      return /digest: "(.*)"/.exec(text)?.[1];
    };
    expect(await digestOf('# Safety\n')).toBe(await digestOf('# Safety\n'));
    expect(await digestOf('# Safety\n')).not.toBe(await digestOf('# Other\n'));
  });

  it('is for no web page of another origin', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    expect((await server.get(INDEX)).headers).not.toHaveProperty('access-control-allow-origin');
    expect((await server.get(INDEX, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
  });

  it('gives a skill its new name once another one would have the same, with the right digest', async () => {
    const root = temporaryRegistry(['cpp/a/b-c']);
    const server = await startTestServer(root);
    const before = await server.get('/.well-known/agent-skills/cpp-a-b-c/SKILL.md');
    expect(before.text).toContain('name: "cpp-a-b-c"');
    await server.get(INDEX);
    writeFiles(root, skillFiles('skills/cpp/a-b/c', 'cpp/a-b/c'));
    const index = await eventually(
      async () => (await server.get(INDEX)).json<Index>(),
      ({ skills }) => skills.length === 2,
    );
    for (const { name, url, digest } of index.skills) {
      expect(name).toMatch(/^cpp-a-b-c-[0-9a-f]{12}$/);
      const { body } = await server.get(url);
      expect(gunzipSync(body).toString('utf8')).toContain(`name: "${name}"`);
      expect(`sha256:${createHash('sha256').update(body).digest('hex')}`).toBe(digest);
    }
    expect((await server.get('/.well-known/agent-skills/cpp-a-b-c/SKILL.md')).status).toBe(404);
  });

  it('gives a skill its plain name back once it is alone with it', async () => {
    const root = temporaryRegistry(['cpp/a/b-c', 'cpp/a-b/c']);
    const server = await startTestServer(root);
    expect((await server.get(INDEX)).json<Index>().skills).toHaveLength(2);
    rmSync(join(root, 'skills/cpp/a-b'), { recursive: true });
    const index = await eventually(
      async () => (await server.get(INDEX)).json<Index>(),
      ({ skills }) => skills.length === 1,
    );
    expect(index.skills[0]?.name).toBe('cpp-a-b-c');
    expect((await server.get('/.well-known/agent-skills/cpp-a-b-c/SKILL.md')).status).toBe(200);
  });
});

describe('a file that can’t be read', () => {
  it('keeps no other skill out of the index, and its own one for no longer than it lasts', async () => {
    const root = temporaryRegistry([KEY, 'go/jackc/pgx']);
    const reader = faultyReader();
    const service = await serveFolder(root, reader, temporaryFolder());
    const names = async () => (await service.get(INDEX)).json<Index>().skills.map(({ name }) => name);
    reader.fail(join(root, 'skills', KEY), 'EIO');
    expect(await names()).toEqual(['go-jackc-pgx']);
    reader.heal(join(root, 'skills', KEY));
    expect(await names()).toEqual(['cpp-gabime-spdlog', 'go-jackc-pgx']);
  });

  it('is named in SKILL.md, and there again as soon as it can be read', async () => {
    const root = temporaryRegistry([KEY]);
    const reader = faultyReader();
    const service = await serveFolder(root, reader, temporaryFolder());
    const markdown = async () => (await service.get(`${FOLDER}/cpp-gabime-spdlog/SKILL.md`)).text;
    reader.fail(join(root, 'skills', KEY, 'safety.md'), 'EIO');
    expect(await markdown()).toContain('safety.md could not be read (EIO); try again later.');
    reader.heal(join(root, 'skills', KEY, 'safety.md'));
    expect(await markdown()).toContain('- [safety.md](safety.md)');
  });
});

describe('names of agent skills', () => {
  const segment = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('/')),
    fc.string({ unit: fc.constantFrom('a', 'A', '-', 'é'), minLength: 1, maxLength: 3 }),
  );
  const keys = fc.uniqueArray(fc.tuple(segment, segment, segment).map((parts) => parts.join('/')));

  it('are one for each key, and as the format allows', async () => {
    await fc.assert(
      fc.asyncProperty(keys, async (all) => {
        const names = new AgentSkillNames();
        names.follow(tableOf(all));
        for (const key of all) {
          const name = names.nameOf(key);
          expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
          expect(name.length).toBeLessThanOrEqual(64);
          expect(names.keyOf(name)).toBe(key);
        }
      }),
    );
  });

  it('follow what comes and goes as if they had been made at once', () => {
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 4 }), keys, (earlier, last) => {
        const names = new AgentSkillNames();
        const seen = new Set<string>();
        for (const all of [...earlier, last]) {
          names.follow(tableOf(all));
          for (const key of all) seen.add(names.nameOf(key));
        }
        const fresh = new AgentSkillNames();
        fresh.follow(tableOf(last));
        for (const key of last) expect(names.nameOf(key)).toBe(fresh.nameOf(key));
        for (const name of seen) expect(names.keyOf(name)).toBe(fresh.keyOf(name));
      }),
    );
  });

  it('of one skill cannot be taken by another one that is called like its hash', async () => {
    const shared = ['cpp/a/b-c', 'cpp/a-b/c'];
    const names = new AgentSkillNames();
    names.follow(tableOf(shared));
    const name = names.nameOf('cpp/a/b-c');
    const impostor = name.replace('cpp-a-', 'cpp/a/');
    names.follow(tableOf([...shared, impostor]));
    expect(names.keyOf(name)).toBe('cpp/a/b-c');
    expect(names.keyOf(names.nameOf(impostor))).toBe(impostor);
  });
});

function tableOf(keys: readonly string[]): ReadonlyMap<string, { key: string }> {
  return new Map(keys.map((key) => [key, { key }]));
}
