import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitDelta } from '../../../../src-server/registry/disk/delta-parts.ts';
import { IndexFilePacker } from '../../../../src-server/registry/disk/pack-index-file.ts';
import type { FolderDelta } from '../../../../src-server/registry/folder-delta.ts';
import type { SkillFolder } from '../../../../src-server/registry/model/skill.ts';
import { skillFolder } from '../../../support/skill-folder.ts';
import { ThreadPair } from '../../../support/thread-pair.ts';

const folders = (count: number): SkillFolder[] =>
  Array.from({ length: count }, (_, number) => skillFolder(`go/a/${number}`, { manifest: {} }));

const sizes = fc.constantFrom(0, 1, 99, 100, 101, 1_234);

describe('a delta in parts', () => {
  it('is the same delta when it is put together, whatever it holds', () => {
    fc.assert(
      fc.property(
        sizes,
        sizes,
        fc.option(fc.constantFrom(0, 1, 5_000, 5_001)),
        fc.boolean(),
        (upserted, removed, entries, hasPlaces) => {
          const delta: FolderDelta = {
            upserted: folders(upserted),
            removed: folders(removed).map(({ folder }) => folder),
            ...(entries === null ? {} : { indexFile: indexOf(entries) }),
            ...(hasPlaces ? { unreadable: [{ path: 'skills', code: 'EIO', since: '2030' }] } : {}),
          };
          expect(new ThreadPair().handOver(delta)).toEqual(delta);
          const parts = [...splitDelta(delta, new IndexFilePacker())];
          expect(parts.map(({ isComplete }) => isComplete)).toEqual(
            parts.map((_, index) => index === parts.length - 1),
          );
          for (const part of parts) expect(part.delta.upserted.length).toBeLessThanOrEqual(100);
        },
      ),
      { numRuns: 50 },
    );
  });
});

function indexOf(count: number): NonNullable<FolderDelta['indexFile']> {
  const entries = Array.from({ length: count }, (_, position) => ({
    key: `go/a/${position}`,
    fields: { key: `go/a/${position}` },
    position,
  }));
  return { digest: 'one', index: { version: 3, entries, unknownFields: {} }, diagnostics: [] };
}
