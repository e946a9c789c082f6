import { describe, expect, it } from 'vitest';
import {
  HeadOverLayers,
  type Layers,
  mergeLayers,
} from '../../../../src-server/registry/model/merge-layers.ts';
import { readSnapshot } from '../../../support/read-snapshot.ts';
import { temporaryRegistry } from '../../../support/temporary-registry.ts';

const SPDLOG = 'cpp/gabime/spdlog';
const PGX = 'go/jackc/pgx';

async function layersOf(): Promise<Layers> {
  const [upper, lower] = [temporaryRegistry([SPDLOG]), temporaryRegistry([SPDLOG, PGX])];
  return [
    { name: 'upper', snapshot: await readSnapshot(upper) },
    { name: 'lower', snapshot: await readSnapshot(lower) },
  ];
}

describe('merged layers', () => {
  it('keep the records of skills that a change does not concern', async () => {
    const [upper, lower] = (await layersOf()) as [Layers[0], Layers[0]];
    const before = mergeLayers([upper, lower]);
    expect(before.changed).toEqual([SPDLOG, PGX]);
    const again = mergeLayers([upper, lower], before.snapshot);
    expect(again.changed).toEqual([]);
    for (const [key, record] of again.snapshot.records) expect(record).toBe(before.snapshot.records.get(key));
    const empty = {
      name: 'upper',
      snapshot: await readSnapshot(
        temporaryRegistry([], { 'index.json': { schema: 'skills/v1', version: 1, skills: [] } }),
      ),
    };
    const revealed = mergeLayers([empty, lower], before.snapshot);
    expect([revealed.changed, revealed.removed]).toEqual([[SPDLOG], []]);
    expect(revealed.snapshot.records.get(PGX)).toBe(before.snapshot.records.get(PGX));
  });

  it('have a version that each change of a layer raises, however large the versions are', async () => {
    const [upper, lower] = (await layersOf()) as [Layers[0], Layers[0]];
    const largest = {
      schema: 'skills/v1',
      version: 2 ** 53 - 1,
      updated_at: '2026-01-02T03:04:05Z',
      skills: [],
    };
    const large = {
      name: 'large',
      snapshot: await readSnapshot(temporaryRegistry([], { 'index.json': largest })),
    };
    const versionOf = (by: number) => {
      const snapshot = { ...lower.snapshot, index: { ...lower.snapshot.index, version: 1 + by } };
      return mergeLayers([upper, large, { ...lower, snapshot }]).snapshot.index.version;
    };
    expect(versionOf(1)).toBe(versionOf(0) + 1);
    expect(versionOf(2)).toBe(versionOf(0) + 2);
  });

  it('are served with a version and a time that do not go back when layers go', () => {
    const head = new HeadOverLayers();
    const [two, one] = [9, 4].map((version) => ({
      ...{ schema: 'skills/v1' as const, version },
      updated_at: '2026-01-01T00:00:00.000Z',
    })) as [Parameters<typeof head.of>[0], Parameters<typeof head.of>[0]];
    expect(head.of(two)).toBe(two);
    head.raise(two, one, new Date('2026-02-02T00:00:00Z'));
    expect(head.of(one)).toMatchObject({ version: 10, updated_at: '2026-02-02T00:00:00.000Z' });
    expect(head.of({ ...one, version: 5 }).version).toBe(11);
  });
});
