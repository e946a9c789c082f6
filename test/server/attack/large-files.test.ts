import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FullSkill } from '../../../src-server/contract/api/api.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { serveAsProcess } from '../../support/served-process.ts';
import { measureStall, STALL_BOUND } from '../../support/stall-meter.ts';
import {
  manifest,
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';

/** Compressing is another's work. */
const PLAIN = { headers: { 'Accept-Encoding': 'identity' } };
const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const MIB = 1024 * 1024;

/** Files of a skill that take no room on disk: nothing but zeros. */
function hollowSkill(count: number, bytes: number): string {
  const paths = Array.from({ length: count }, (_, number) => `examples/hollow-${number}.txt`);
  const files = {
    P0: ['overview.md', 'pitfalls.md', 'safety.md'],
    P1: [],
    P2: [],
    P3: ['examples/basic.txt', ...paths],
  };
  const registry = temporaryFolder(
    Object.assign(
      {},
      skillFiles(`skills/${KEY}`, KEY, { files }, Object.fromEntries(paths.map((path) => [path, '']))),
      skillFiles(`skills/${OTHER}`, OTHER),
    ),
  );
  for (const path of paths) truncateSync(join(registry, 'skills', KEY, path), bytes);
  return registry;
}

describe('a skill of hundreds of megabytes that lie on disk as nothing', () => {
  it('is answered up to a limit, says what is left out and where it is, and stalls nobody', {
    tags: 'ci',
  }, async () => {
    const [attacked, control] = await Promise.all([
      serveAsProcess(hollowSkill(60, 15 * MIB)),
      serveAsProcess(temporaryRegistry([OTHER])),
    ]);
    const answers: Buffer[] = [];
    const report = await measureStall({ attacked: attacked.url, control: control.url }, async () => {
      const read = async () =>
        Buffer.from(await (await fetch(`${attacked.url}/v1/skills/${KEY}`, PLAIN)).arrayBuffer());
      answers.push(...(await Promise.all(Array.from({ length: 4 }, read))));
    });
    const [first = Buffer.alloc(0)] = answers;
    expect(answers.every((answer) => answer.equals(first))).toBe(true);
    const { _contents, _omitted } = JSON.parse(first.toString('utf8')) as FullSkill;
    expect(Object.keys(_contents)).toEqual([
      'overview.md',
      'pitfalls.md',
      'safety.md',
      'examples/basic.txt',
      'examples/hollow-0.txt',
    ]);
    expect(Object.keys(_omitted ?? {})).toHaveLength(59);
    expect(_omitted?.['examples/hollow-7.txt']).toContain(`/v1/skills/${KEY}/examples/hollow-7.txt`);
    expect(report.units).toBeLessThan(STALL_BOUND);
  });

  it('gives a model what fits, and names the rest, as over HTTP', async () => {
    const { url } = await serveAsProcess(hollowSkill(3, 15 * MIB));
    const skill = await fetch(`${url}/v1/skills/${KEY}`, PLAIN);
    const { _omitted } = (await skill.json()) as FullSkill;
    expect(Object.keys(_omitted ?? {})).toEqual(['examples/hollow-1.txt', 'examples/hollow-2.txt']);
    const client = await connectOverHttp(url, 'legacy');
    const answer = await client.callTool({ name: 'get_skill', arguments: { path: KEY } });
    expect(textOf(answer)).toContain('About cpp/gabime/spdlog.');
    expect(textOf(answer)).toContain(
      'Left out to fit: examples/hollow-0.txt (P3), examples/hollow-1.txt (P3), examples/hollow-2.txt (P3).',
    );
  });
});

describe('a section of any size', () => {
  it('comes whole over HTTP, and to a model in parts, the first of which says so', async () => {
    const registry = temporaryRegistry([KEY]);
    const lines = 'One line of many.\n'.repeat(300_000);
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), lines);
    const { url } = await serveAsProcess(registry);
    expect((await ask(`${url}/v1/skills/${KEY}/safety`)).text).toBe(lines);
    const client = await connectOverHttp(url, 'legacy');
    const answer = await client.callTool({
      name: 'get_section',
      arguments: { path: KEY, section: 'safety' },
    });
    const text = textOf(answer);
    expect(text.length).toBeLessThan(MIB + 1_000);
    expect(text).toMatch(/\n\n\[Part 1 of 6 of safety\.md, which has 5400000 bytes: get_section/);
  });

  it('of gigabytes costs a model’s caller no more than its beginning', async () => {
    const registry = temporaryRegistry([KEY]);
    truncateSync(join(registry, 'skills', KEY, 'safety.md'), 2_000 * MIB);
    const { url } = await serveAsProcess(registry);
    const client = await connectOverHttp(url, 'legacy');
    const answer = await client.callTool({
      name: 'get_section',
      arguments: { path: KEY, section: 'safety' },
    });
    expect(textOf(answer)).toContain('[Part 1 of 2000 of safety.md, which has 2097152000 bytes');
  });
});

describe('an edit', () => {
  it('beside large files and a large index.json, or of that index.json, stalls nobody', {
    tags: 'ci',
  }, async () => {
    const registry = hollowSkill(40, 15 * MIB);
    const entries = (changed: string) =>
      Array.from({ length: 20_000 }, (_, number) => ({
        ...manifest(`go/author/name-${number}`),
        key: `go/author/name-${number}`,
        note: number === 7 ? changed : 'x'.repeat(1_000),
      }));
    const writeIndex = (skills: readonly object[]) =>
      writeFiles(registry, {
        'index.json': { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills },
      });
    writeIndex(entries(''));
    const [attacked, control] = await Promise.all([
      serveAsProcess(registry),
      serveAsProcess(temporaryRegistry([OTHER])),
    ]);
    const version = async () => (await ask(`${attacked.url}/v1/skills`)).json<{ version: number }>().version;
    const before = await version();
    const later = entries('changed');
    const report = await measureStall({ attacked: attacked.url, control: control.url }, async () => {
      writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'edited\n');
      await eventually(version, (now) => now > before);
      writeIndex(later);
      await eventually(version, (now) => now > before + 1);
    });
    expect(report.units).toBeLessThan(STALL_BOUND);
  });
});
