import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WriteRefused } from '../../../src-server/writing/guarded-path.ts';
import { removeInside } from '../../../src-server/writing/remove-inside.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

describe('removing a file below a trusted folder', () => {
  it('removes that file and nothing else', async () => {
    const root = temporaryFolder({ 'in/a.md': 'a', 'in/b.md': 'b' });
    await removeInside(root, 'in/a.md');
    expect(existsSync(join(root, 'in', 'a.md'))).toBe(false);
    expect(readFileSync(join(root, 'in', 'b.md'), 'utf8')).toBe('b');
  });

  it.each(['a link', 'a folder', 'a link on the way'])('refuses %s', async (what) => {
    const elsewhere = temporaryFolder({ 'a.md': 'theirs' });
    const root = temporaryFolder({ 'main.c': '' });
    if (what === 'a link') symlinkSync(join(elsewhere, 'a.md'), join(root, 'a.md'));
    if (what === 'a folder') mkdirSync(join(root, 'a.md'));
    if (what === 'a link on the way') symlinkSync(elsewhere, join(root, 'in'));
    const path = what === 'a link on the way' ? 'in/a.md' : 'a.md';
    await expect(removeInside(root, path)).rejects.toThrow(WriteRefused);
    expect(existsSync(join(root, path))).toBe(true);
    expect(readFileSync(join(elsewhere, 'a.md'), 'utf8')).toBe('theirs');
  });
});
