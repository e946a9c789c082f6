import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { readSnapshot } from '../../support/read-snapshot.ts';
import { manifest, temporaryRegistry, writeFiles } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { validSkill } from '../../support/valid-skill.ts';

const KEY = 'cpp/gabime/spdlog';
const INDEX = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [] };
const ROUNDS = 8;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a writer that is killed', () => {
  it('leaves every submitted skill whole or absent, and index.json readable', {
    timeout: 120_000,
  }, async () => {
    const registry = temporaryRegistry([KEY], { 'index.json': INDEX });
    const accepted: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const cli = startCli(['serve', '-p', '0', '-r', registry, '--allow-submit'], {
        userFolder: temporaryUserFolder(),
      });
      const text = await eventually(cli.out, (out) => out.includes('Stop with'));
      const url = /http:\/\/[\d.]+:\d+/.exec(text)?.[0] ?? '';
      const posts = Array.from({ length: 12 }, async (_, number) => {
        const { manifest: skill, files } = validSkill(`cpp/round${round}/lib${number}`);
        const options = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
        const answer = await ask(`${url}/v1/skills`, { ...options, body: JSON.stringify({ skill, files }) });
        if (answer.status === 201) accepted.push(`cpp/round${round}/lib${number}`);
      });
      // Counting tokens comes first and takes a while; after that a skill is written every few milliseconds.
      await eventually(
        () => accepted.length,
        (length) => length > round * 2,
      );
      await pause(round * 3);
      cli.process.kill('SIGKILL');
      await Promise.allSettled(posts);
      await cli.exited;

      const snapshot = await readSnapshot(registry);
      const parts = [...snapshot.skills.values()].filter(
        ({ key, contents }) => key !== KEY && contents.length !== 8,
      );
      expect(parts).toEqual([]);
      expect(accepted.filter((key) => !snapshot.skills.has(key))).toEqual([]);
      expect(snapshot.indexFile.index?.version).toBeGreaterThan(round);
    }
  });

  it('leaves the old index.json or the new one', { timeout: 60_000 }, async () => {
    const registry = temporaryRegistry([KEY], { 'index.json': INDEX });
    for (let round = 0; round < ROUNDS * 2; round += 1) {
      writeFiles(join(registry, 'skills', KEY), {
        'skill.json': manifest(KEY, { summary: `${round} `.repeat(200_000) }),
      });
      const cli = startCli(['index', registry], { userFolder: temporaryUserFolder() });
      await pause(60 + round * 10);
      cli.process.kill('SIGKILL');
      await cli.exited;
      const { version, skills } = JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8'));
      expect(skills).toHaveLength(version === 1 ? 0 : 1);
    }
    expect(readdirSync(registry).filter((name) => !name.startsWith('.'))).toEqual(['index.json', 'skills']);
  });
});
