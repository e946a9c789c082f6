import { expect, it } from 'vitest';
import { readSnapshot } from '../../../support/read-snapshot.ts';
import { skillFiles, temporaryFolder } from '../../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';

async function findingsOf(entries: readonly object[]) {
  const index = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: entries };
  const folder = temporaryFolder({
    ...skillFiles(`skills/${KEY}`, KEY),
    'index.json': JSON.stringify(index),
  });
  return (await readSnapshot(folder)).diagnostics.filter(({ file }) => file === 'index.json');
}

it('entries of index.json without a skill are told a thousand times, and counted beyond that', async () => {
  const found = await findingsOf(Array.from({ length: 100_000 }, (_, place) => ({ key: `a/b/${place}` })));
  const orphans = found.filter(({ code }) => code === 'index-entry-orphan');
  expect(orphans).toHaveLength(1_001);
  expect(orphans).toContainEqual(
    expect.objectContaining({ message: '99,000 more entries have no skill folder that is served.' }),
  );
  expect(found.length).toBeLessThan(10_000);
});

it('entries of index.json for one skill are told a thousand times, and counted beyond that', async () => {
  const found = await findingsOf(Array.from({ length: 50_000 }, () => ({ key: KEY })));
  const seconds = found.filter(({ code }) => code === 'index-entry-duplicate');
  expect(seconds).toHaveLength(1_001);
  expect(seconds).toContainEqual(
    expect.objectContaining({ message: `48,999 more entries name the skill ${KEY}, too.` }),
  );
  expect(found.length).toBeLessThan(10_000);
});
