import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RootWatch } from '../../../../src-server/registry/disk/root-watch.ts';
import { faultyReader } from '../../../support/faulty-reader.ts';
import { temporaryFolder, temporaryRegistry } from '../../../support/temporary-registry.ts';

function watchOf(folder: string) {
  const reader = faultyReader();
  const watch = new RootWatch(reader, { root: folder, skillsFolder: 'skills', layout: 'registry' });
  watch.inspect();
  return { reader, watch };
}

/** A registry's folder inside of another one, so that it can be moved. */
function registryIn(parent: string): string {
  const root = join(parent, 'registry');
  renameSync(temporaryRegistry(['go/jackc/pgx']), root);
  return root;
}

describe('the root of a registry', () => {
  it('is away when it was removed, and back when it is there again', () => {
    const root = registryIn(temporaryFolder());
    const { watch } = watchOf(root);
    renameSync(root, `${root}-former`);
    expect(watch.compare()).toBe('other');
    expect(watch.inspect()).toEqual({ isThere: false, reason: expect.stringContaining('gone') });
    expect(watch.isNews).toBe(true);
    expect(watch.compare()).toBe('away');
    renameSync(`${root}-former`, root);
    expect(watch.inspect()).toEqual({ isThere: true });
    expect(watch.isNews).toBe(true);
  });

  it('is away when an empty folder took its place, as where a drive was mounted', () => {
    const root = registryIn(temporaryFolder());
    const { watch } = watchOf(root);
    renameSync(root, `${root}-former`);
    mkdirSync(join(root, 'lost+found'), { recursive: true });
    expect(watch.inspect()).toEqual({ isThere: false, reason: expect.stringContaining('empty') });
    rmSync(root, { recursive: true });
    renameSync(`${root}-former`, root);
    expect(watch.inspect()).toEqual({ isThere: true });
  });

  it('is there when another registry took its place', () => {
    const root = registryIn(temporaryFolder());
    const { watch } = watchOf(root);
    rmSync(root, { recursive: true });
    mkdirSync(join(root, 'skills'), { recursive: true });
    expect(watch.compare()).toBe('other');
    expect(watch.inspect()).toEqual({ isThere: true });
  });

  it('is there when somebody emptied it by hand', () => {
    const root = registryIn(temporaryFolder());
    const { watch } = watchOf(root);
    rmSync(join(root, 'skills'), { recursive: true });
    expect(watch.inspect()).toEqual({ isThere: true });
    mkdirSync(join(root, 'skills'));
    expect(watch.inspect()).toEqual({ isThere: true });
  });

  it('is there while it can’t be read', () => {
    const root = registryIn(temporaryFolder());
    const { watch, reader } = watchOf(root);
    reader.fail(root, 'EIO');
    expect(watch.inspect()).toEqual({ isThere: true });
    reader.heal(root);
    expect(watch.compare()).toBe('other');
    expect(watch.inspect()).toEqual({ isThere: true });
  });
});
