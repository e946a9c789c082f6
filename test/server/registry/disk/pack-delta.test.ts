import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packDelta, unpackDelta } from '../../../../src-server/registry/disk/pack-delta.ts';
import { IndexFileUnpacker } from '../../../../src-server/registry/disk/pack-index-file.ts';
import { type ReadFolder, toFolderDelta } from '../../../../src-server/registry/disk/read-folder.ts';

const bytes = (text: string): Uint8Array =>
  Buffer.from(`before${text}behind`).subarray(6, 6 + Buffer.byteLength(text));
const unused = { reason: 'it is a link that leads nowhere', isPassing: false };
const manifests = fc.oneof(
  fc
    .constantFrom('', '{', '[]', '{"schema":"skills/v2"}', '\uFEFF{"files":{"P0":["a.md","b.md"]}}')
    .map(bytes),
  fc.json().map((json) => bytes(`{"schema":"skills/v1","x":${json}}`)),
  fc.constantFrom(unused, { ...unused, isPassing: true }),
);
const time = fc.double({ min: 0, max: 2e12, noNaN: true });
const files = fc.array(
  fc.record(
    {
      path: fc.string({ unit: 'binary' }),
      size: fc.nat(),
      ino: fc.maxSafeNat(),
      target: fc.string(),
      mtimeMs: time,
      ctimeMs: time,
    },
    { requiredKeys: ['path', 'size', 'ino', 'mtimeMs', 'ctimeMs'] },
  ),
);
const folders: fc.Arbitrary<ReadFolder> = fc.record(
  {
    folder: fc.string(),
    directory: fc.string(),
    manifest: manifests,
    manifestBytes: fc.nat(),
    manifestMtimeMs: time,
    files: files.map((list) => new Map(list.map((file) => [file.path, file]))),
    otherMarkdown: fc.array(fc.string()),
    overviewSummary: fc.string(),
    diagnostics: fc.constantFrom(
      [],
      [{ code: 'file-outside', severity: 'warning', message: 'a link', file: 'a' }],
    ),
    unwritten: fc.constantFrom(
      [],
      [
        {
          code: 'placeholder-left',
          severity: 'info',
          message: 'Left to write.',
          file: 'a/skill.json',
          pointer: '/summary',
        },
      ],
    ),
    quick: fc.constantFrom({ key: 'go/a/b', layout: 'registry', found: [] }),
    fingerprint: fc.string(),
  },
  {
    noNullPrototype: true,
    requiredKeys: [
      'folder',
      'directory',
      'manifest',
      'manifestBytes',
      'manifestMtimeMs',
      'files',
      'otherMarkdown',
      'overviewSummary',
      'diagnostics',
      'unwritten',
      'fingerprint',
    ],
  },
) as fc.Arbitrary<ReadFolder>;

describe('a delta that passes between threads', () => {
  it('says there what it said here, whatever its folders hold', () => {
    fc.assert(
      fc.property(fc.array(folders), (upserted) => {
        const delta = { upserted, removed: ['gone'], isPart: true } as const;
        const unpacked = unpackDelta(structuredClone(packDelta(delta)), new IndexFileUnpacker());
        expect(unpacked).toEqual(toFolderDelta(delta));
      }),
    );
  });

  it('carries the texts of its folders and no more of the memory that they lie in', () => {
    const large = Buffer.concat([Buffer.from('{"a":1}'), Buffer.alloc(1_000_000)]);
    const [folder] = fc.sample(folders, 1);
    const upserted = [{ ...(folder as ReadFolder), manifest: large.subarray(0, 7) }];
    expect(packDelta({ upserted, removed: [] }).folders.manifests.buffer.byteLength).toBe(7);
  });
});
