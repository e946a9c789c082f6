import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinDelta, splitDelta } from '../../../../src-server/registry/disk/delta-parts.ts';
import type { FolderDelta } from '../../../../src-server/registry/folder-delta.ts';
import type { SkillFolder } from '../../../../src-server/registry/model/skill.ts';
import { skillFolder } from '../../../support/skill-folder.ts';

const folders = (count: number): SkillFolder[] =>
  Array.from({ length: count }, (_, number) => skillFolder(`go/a/${number}`, { manifest: {} }));

const sizes = fc.constantFrom(0, 1, 99, 100, 101, 1_234);

describe('a delta in parts', () => {
  it('is the same delta when it is put together, whatever it holds', () => {
    fc.assert(
      fc.property(sizes, sizes, fc.option(sizes), fc.boolean(), (upserted, removed, entries, hasPlaces) => {
        const delta: FolderDelta = {
          upserted: folders(upserted),
          removed: folders(removed).map(({ folder }) => folder),
          ...(entries === null ? {} : { indexFile: indexOf(entries) }),
          ...(hasPlaces ? { unreadable: [{ path: 'skills', code: 'EIO', since: '2030' }] } : {}),
        };
        const parts = [...splitDelta(delta)];
        expect(joinDelta(parts.map((part) => part.delta))).toEqual(delta);
        expect(parts.map(({ isComplete }) => isComplete)).toEqual(
          parts.map((_, index) => index === parts.length - 1),
        );
        for (const part of parts) expect(part.delta.upserted.length).toBeLessThanOrEqual(100);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves the text of index.json behind, and keeps that there is one', () => {
    const delta: FolderDelta = { upserted: [], removed: [], indexFile: { ...indexOf(1), text: '{ … }' } };
    expect(joinDelta([...splitDelta(delta)].map((part) => part.delta)).indexFile?.text).toBe('');
    const none = { text: undefined, index: undefined, diagnostics: [] };
    const [part] = splitDelta({ upserted: [], removed: [], indexFile: none });
    expect(joinDelta([part?.delta ?? { upserted: [], removed: [] }]).indexFile).toEqual(none);
  });
});

function indexOf(count: number): NonNullable<FolderDelta['indexFile']> {
  const entries = Array.from({ length: count }, (_, number) => ({
    key: `go/a/${number}`,
    fields: { number },
    pointer: `/skills/${number}`,
  }));
  return { text: '', index: { version: 3, entries, unknownFields: {} }, diagnostics: [] };
}
