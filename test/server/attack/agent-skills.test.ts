import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readingOrder } from '../../../src-server/registry/model/reading-order.ts';
import type { Skill } from '../../../src-server/registry/model/skill.ts';
import { faultyReader } from '../../support/faulty-reader.ts';
import { serveFolder } from '../../support/served-folder.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const FOLDER = '/.well-known/agent-skills';
const ARCHIVE = `${FOLDER}/cpp-gabime-spdlog.tar.gz`;
const MARKDOWN = `${FOLDER}/cpp-gabime-spdlog/SKILL.md`;
const MIB = 1024 * 1024;
/** What clients take. */
const MOST_BYTES = 10 * MIB;

const text = (mebibytes: number) => `# Title\n\n${'text '.repeat((mebibytes * MIB) / 5)}`;

function registryWith(
  files: Readonly<Record<string, string>>,
  manifest: Readonly<Record<string, unknown>> = {},
) {
  const own = Object.entries(files).map(([path, content]) => [`skills/${KEY}/${path}`, content] as const);
  return temporaryFolder({ ...skillFiles(`skills/${KEY}`, KEY, manifest), ...Object.fromEntries(own) });
}

describe('an archive of an agent skill', () => {
  it('is small enough for clients, and names what is left out', async () => {
    const manifest = { files: { P0: ['overview.md', 'pitfalls.md', 'safety.md'] } };
    const registry = registryWith(
      { 'overview.md': text(3), 'pitfalls.md': text(4), 'safety.md': text(3) },
      manifest,
    );
    const server = await startTestServer(registry);
    expect((await server.get(ARCHIVE)).body.length).toBeLessThan(MOST_BYTES);
    expect((await server.get(MARKDOWN)).text).toContain('- overview.md is left out');
  });

  it('is small enough of thousands of empty files, and names no more than some that are missing', {
    tags: 'ci',
  }, async () => {
    const names = Array.from({ length: 4_000 }, (_, at) => `examples/${'x'.repeat(180)}${at}.md`);
    const registry = registryWith(Object.fromEntries(names.map((name) => [name, ''])), { files: {} });
    const server = await startTestServer(registry);
    expect((await server.get(ARCHIVE)).body.length).toBeLessThan(MOST_BYTES);
    const { text: markdown } = await server.get(MARKDOWN);
    expect(markdown.match(/is left out/g)).toHaveLength(100);
    expect(markdown).toMatch(/- [\d,]+ more files are left out\./);
  });

  it('holds no name that is a path on Windows, or none on any line', unless(onWindows), async () => {
    const registry = registryWith({}, { files: {} });
    const examples = join(registry, 'skills', KEY, 'examples');
    mkdirSync(examples, { recursive: true });
    for (const name of ['a\\..\\..\\evil.md', 'C:evil.md', 'a\nb.md'])
      writeFileSync(join(examples, name), 'EVIL');
    const server = await startTestServer(registry);
    const archive = gunzipSync((await server.get(ARCHIVE)).body).toString('latin1');
    expect(archive).toContain('examples/basic.txt\0');
    expect(archive).not.toContain('EVIL');
    expect(archive).toContain('- examples/a....evil.md is left out');
  });

  it('holds one SKILL.md, however a skill’s own one is written', unless(onWindows), async () => {
    const server = await startTestServer(registryWith({ '\u017FKill.md': 'EVIL' }, { files: {} }));
    expect(gunzipSync((await server.get(ARCHIVE)).body).toString('utf8')).not.toContain('EVIL');
  });

  it('is made once for all who ask at the same time', async () => {
    const registry = registryWith({ 'overview.md': text(1) });
    const reader = faultyReader();
    const service = await serveFolder(registry, reader, temporaryFolder());
    // The check in the background reads the texts as well.
    await eventually(
      async () => JSON.parse((await service.get('/v1/status')).text).checking,
      (checking) => checking === undefined,
    );
    const before = reader.reads.length;
    await Promise.all(Array.from({ length: 50 }, () => service.get(ARCHIVE)));
    const reads = reader.reads.slice(before).filter((path) => path.endsWith('overview.md'));
    expect(reads).toHaveLength(1);
  });
});

describe('SKILL.md', () => {
  const COMMAND = '!`touch x`';

  it(
    'has no command and no line of a skill’s texts, summary, version or file names',
    unless(onWindows),
    async () => {
      const name = `examples/${COMMAND}.txt`;
      const broken = 'examples/\n```!\ntouch x.txt';
      const registry = registryWith(
        {
          'overview.md': `# Overview\n\n${COMMAND}\n\n\`\`\`!\ntouch x\n\`\`\`\n`,
          'pitfalls.md': COMMAND,
          [name]: 'x\n',
          [broken]: 'x\n',
        },
        {
          summary: `Logging\n---\n${COMMAND} <script> $(id) ](http://evil.example)`,
          version: `1.0\n${COMMAND}`,
          files: { P0: ['overview.md', 'pitfalls.md'], P3: [name, broken] },
        },
      );
      const server = await startTestServer(registry);
      const { text: markdown } = await server.get(MARKDOWN);
      expect(markdown).toContain('- [overview.md](overview.md)');
      expect(markdown).toContain('- [examples/touch x.txt](examples/%21%60touch%20x%60.txt)');
      expect(markdown).not.toMatch(/[`!<$]|\]\(http/);
      expect(markdown.match(/^---$/gm)).toHaveLength(2);
      expect((await server.get(`${FOLDER}/cpp-gabime-spdlog/examples/%21%60touch%20x%60.txt`)).text).toBe(
        'x\n',
      );
    },
  );
});

describe('a reading order of tens of thousands of files', () => {
  it('is found in one pass', () => {
    const paths = Array.from({ length: 10_000 }, (_, at) => `examples/${at}.md`);
    const files = new Map(paths.map((path) => [path, { path }]));
    const order = [...Array.from({ length: 40_000 }, (_, at) => `no${at}`), ...paths.toReversed(), ...paths];
    const manifest = { files: { P0: paths }, read_order: order };
    const skill = { contents: paths, files, manifest } as unknown as Skill;
    expect(readingOrder(skill).map(({ path }) => path)).toEqual(paths.toReversed());
  });
});
