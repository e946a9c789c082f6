import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import { connectOverHttp, ERAS } from '../../support/mcp-client.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const NAME = 'cpp-gabime-spdlog';

describe.each(ERAS)('skills over MCP (%s)', (era) => {
  it('are files that the official client finds to be what their digests say', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const client = new SkillsClient(await connectOverHttp(url, era));
    expect(client.supported).toBe(true);
    const { skills } = await client.list();
    expect(skills).toHaveLength(10);
    for (const skill of skills) {
      const { text, verified } = await client.read(skill);
      expect(text).toContain('## Read on demand');
      expect(verified).toBe(true);
      for (const { uri } of skill.resources as readonly { uri: string }[])
        expect((await client.read(skill, uri)).verified).toBe(true);
    }
  });

  it('come one by one by the address of their SKILL.md', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const client = new SkillsClient(await connectOverHttp(url, era));
    const { skill } = await client.get(`skill://${NAME}/SKILL.md`);
    expect(skill.frontmatter.name).toBe(NAME);
    await expect(client.get('skill://no-such-skill/SKILL.md')).rejects.toThrow('No skill is served at');
    await expect(client.get(`skill://${NAME}/overview.md`)).rejects.toThrow('No skill is served at');
  });

  it('are listed page by page, each once', async () => {
    const keys = Array.from(
      { length: 60 },
      (_, number) => `cpp/author/lib${String(number).padStart(2, '0')}`,
    );
    const { url } = await startTestServer(temporaryRegistry(keys));
    const { skills } = await new SkillsClient(await connectOverHttp(url, era)).list();
    expect(skills.map(({ frontmatter }) => frontmatter.name)).toEqual(
      keys.map((key) => key.replaceAll('/', '-')),
    );
  });
});

describe('a skill over MCP', () => {
  it('has new digests as soon as its text is another one', async () => {
    const root = temporaryRegistry([KEY]);
    const { url } = await startTestServer(root);
    const client = new SkillsClient(await connectOverHttp(url, 'modern'));
    const digestOf = async () =>
      (
        (await client.get(`skill://${NAME}/SKILL.md`)).skill.resources as { uri: string; digest: string }[]
      ).find(({ uri }) => uri.endsWith('/safety.md'))?.digest;
    const before = await digestOf();
    writeFileSync(join(root, 'skills', KEY, 'safety.md'), '# Safety\n\nOtherwise.\n');
    await eventually(digestOf, (digest) => digest !== before);
  });

  it('may have files with any names', async () => {
    const extra = { 'examples/a b&c (é) 100%.txt': 'x\n', 'skill.md': '# Not ours\n' };
    const P3 = Object.keys(extra);
    const root = temporaryFolder(
      skillFiles(`skills/${KEY}`, KEY, { files: { P0: ['safety.md'], P3 } }, extra),
    );
    const { url } = await startTestServer(root);
    const client = new SkillsClient(await connectOverHttp(url, 'modern'));
    const { skills } = await client.list();
    const [skill = expect.unreachable()] = skills;
    const files = (skill.resources as { uri: string }[]).map(({ uri }) => decodeURIComponent(uri));
    expect(files).toEqual([
      `skill://${NAME}/SKILL.md`,
      `skill://${NAME}/examples/a b&c (é) 100%.txt`,
      `skill://${NAME}/overview.md`,
      `skill://${NAME}/pitfalls.md`,
      `skill://${NAME}/safety.md`,
    ]);
    const { text } = await client.read(skill, 'examples/a b&c (é) 100%.txt');
    expect(text).toBe('x\n');
  });
});
