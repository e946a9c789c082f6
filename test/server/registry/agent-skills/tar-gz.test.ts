import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTarGz } from '../../../../src-server/registry/agent-skills/tar-gz.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

describe('an archive', () => {
  it('is unpacked by tar to what was put in', () => {
    const long = `examples/${'deep/'.repeat(30)}long.txt`;
    const files = new Map([
      ['SKILL.md', Buffer.from('# One\n')],
      ['examples/é b.txt', Buffer.alloc(100_000, 'x')],
      [long, Buffer.from('deep')],
      ['empty.md', Buffer.alloc(0)],
    ]);
    const folder = temporaryFolder({ 'a.tar.gz': makeTarGz(files) });
    const out = join(folder, 'out');
    mkdirSync(out);
    execFileSync('tar', ['-xzf', join(folder, 'a.tar.gz'), '-C', out]);
    for (const [path, content] of files) expect(readFileSync(join(out, path)).equals(content)).toBe(true);
    expect(readdirSync(out).sort()).toEqual(['SKILL.md', 'empty.md', 'examples']);
  });

  it('has the same bytes for the same files, and is gzip for every size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (size) => {
        const files = () => new Map([['a.md', Buffer.alloc(size, 'abc')]]);
        const archive = makeTarGz(files());
        expect(archive.equals(makeTarGz(files()))).toBe(true);
        expect(
          gunzipSync(archive)
            .subarray(512, 512 + size)
            .equals(Buffer.alloc(size, 'abc')),
        ).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('can be kept: nothing of the time or the machine is in it', () => {
    const archive = makeTarGz(new Map([['a.md', Buffer.from('a')]]));
    expect(gunzipSync(archive).subarray(136, 147).toString('ascii')).toBe('00000000000');
    expect([...archive.subarray(4, 10)]).toEqual([0, 0, 0, 0, 0, 255]);
  });
});
