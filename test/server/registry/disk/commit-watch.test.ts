import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommitWatch } from '../../../../src-server/registry/disk/commit-watch.ts';
import { createDiskReader } from '../../../../src-server/registry/disk/disk-reader.ts';
import { createWorkTree, type WorkTree } from '../../../support/git-clone.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';
import { onWindows, unless } from '../../../support/unless.ts';

const [NOON, ONE] = ['2026-01-01T12:00:00Z', '2026-01-01T13:00:00Z'];

const watch = (root: string) => new CommitWatch(createDiskReader(), { root });
const timeAt = (root: string) => watch(root).next()?.timeMs;

function tree(): WorkTree {
  return createWorkTree(join(temporaryFolder(), 'registry'));
}

const MESSAGE = Array.from({ length: 200 }, (_, line) => `Line ${line} of a message that all share.`).join(
  '\n',
);

/** Commits with long, similar messages, of which the pack stores most as differences. */
function packed(): { readonly repository: WorkTree; readonly times: ReadonlyMap<string, number> } {
  const repository = tree();
  const seconds = Array.from({ length: 20 }, (_, minute) => Date.parse(NOON) / 1_000 + minute * 60);
  const stream = seconds.map((time) => {
    const message = `${MESSAGE}\n${time}`;
    return `commit refs/heads/main\ncommitter Test <test@example.com> ${time} +0000\ndata ${message.length}\n${message}\n`;
  });
  execFileSync('git', ['-C', repository.folder, 'fast-import', '--quiet'], { input: stream.join('') });
  repository.git('repack', '-q', '-adf', '--depth=50');
  const ids = repository.git('rev-list', '--reverse', 'main').split('\n');
  const pack = repository.git('verify-pack', '-v', ...packsOf(repository, 'idx'));
  expect(pack).toMatch(/^chain length = /m);
  return { repository, times: new Map(ids.map((id, place) => [id, (seconds[place] ?? 0) * 1_000])) };
}

function packsOf({ folder }: WorkTree, ...extensions: readonly string[]): readonly string[] {
  const packs = join(folder, '.git/objects/pack');
  return readdirSync(packs)
    .filter((name) => extensions.some((extension) => name.endsWith(`.${extension}`)))
    .map((name) => join(packs, name));
}

describe('the commit of a work tree', () => {
  it('is read from a branch, and told again only after HEAD moved', () => {
    const repository = tree();
    const first = repository.commit(NOON);
    const watched = watch(repository.folder);
    expect(watched.next()).toMatchObject({ id: first, timeMs: Date.parse(NOON) });
    expect([watched.isMoved(), watched.next()]).toEqual([false, undefined]);
    const second = repository.commit(ONE);
    expect(watched.isMoved()).toBe(true);
    expect(watched.next()).toMatchObject({ id: second, timeMs: Date.parse(ONE) });
  });

  it('is read from packs, packed refs and a detached HEAD', () => {
    const { repository, times } = packed();
    repository.git('pack-refs', '--all');
    expect(timeAt(repository.folder)).toBe([...times.values()].at(-1));
    const read = [...times.keys()].map((id) => {
      writeFileSync(join(repository.folder, '.git/HEAD'), `${id}\n`);
      return timeAt(repository.folder);
    });
    expect(read).toEqual([...times.values()]);
  });

  it('is read in a shallow clone, a linked work tree and a submodule', () => {
    const repository = tree();
    repository.commit(NOON);
    repository.commit(ONE);
    const [folder, home] = [repository.folder, temporaryFolder()];
    repository.git('clone', '-q', '--depth=1', `file://${folder}`, join(home, 'shallow'));
    repository.git('worktree', 'add', '-q', '--detach', join(home, 'linked'), 'HEAD~1');
    expect([timeAt(join(home, 'shallow')), timeAt(join(home, 'linked'))]).toEqual([
      Date.parse(ONE),
      Date.parse(NOON),
    ]);
    const outer = createWorkTree(join(home, 'outer'));
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder, 'skills');
    expect(timeAt(join(outer.folder, 'skills'))).toBe(Date.parse(ONE));
  });

  it('is none without a repository, before the first commit, and if the commit is missing', () => {
    const repository = tree();
    expect([timeAt(temporaryFolder()), timeAt(repository.folder)]).toEqual([undefined, undefined]);
    repository.commit(NOON);
    rmSync(join(repository.folder, '.git', 'objects'), { recursive: true });
    expect(timeAt(repository.folder)).toBeUndefined();
  });

  it('is none behind a link, or a path to another computer', unless(onWindows), () => {
    const repository = tree();
    repository.commit(NOON);
    const [linked, far] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(linked, '.git'));
    symlinkSync(join(repository.folder, '.git', 'HEAD'), join(linked, '.git', 'HEAD'));
    writeFileSync(join(far, '.git'), `gitdir: /${join(repository.folder, '.git')}\n`);
    expect([timeAt(linked), timeAt(far)]).toEqual([undefined, undefined]);
  });

  it('leads out of the repository by no name of a branch', () => {
    const repository = tree();
    const id = repository.commit(NOON);
    const head = join(repository.folder, '.git', 'HEAD');
    writeFileSync(join(repository.folder, 'secret'), `${id}\n`);
    for (const ref of [
      'refs/../../secret',
      'refs/heads/../../../secret',
      '../secret',
      'secret',
      'refs/heads/\0',
    ]) {
      writeFileSync(head, `ref: ${ref}\n`);
      expect(timeAt(repository.folder)).toBeUndefined();
    }
  });

  it('of an added registry is the recorded one, and follows an update', () => {
    const copy = temporaryFolder({
      commit: 'a'.repeat(40),
      'copy.json': { commit: 'a'.repeat(40), date: NOON },
    });
    const files = { commit: join(copy, 'commit'), facts: join(copy, 'copy.json') };
    const watched = new CommitWatch(createDiskReader(), { root: copy, copy: files });
    expect(watched.next()).toMatchObject({ id: 'a'.repeat(40), timeMs: Date.parse(NOON) });
    writeFileSync(files.commit, 'b'.repeat(40));
    expect([watched.isMoved(), watched.next()]).toEqual([true, undefined]);
    writeFileSync(files.facts, JSON.stringify({ commit: 'b'.repeat(40), date: ONE }));
    expect(watched.next()).toMatchObject({ timeMs: Date.parse(ONE) });
  });

  it('is none in a circle of refs', () => {
    const repository = tree();
    repository.commit(NOON);
    writeFileSync(join(repository.folder, '.git/refs/heads/main'), 'ref: refs/heads/main\n');
    expect(timeAt(repository.folder)).toBeUndefined();
  });

  it('may be missing, but ends no scan, whatever bytes of the repository are damaged', () => {
    const { repository, times } = packed();
    const files = packsOf(repository, 'idx', 'pack').map((path) => ({ path, whole: readFileSync(path) }));
    for (const { path } of files) chmodSync(path, 0o600);
    const damage = fc.record({
      file: fc.constantFrom(...files),
      place: fc.nat(),
      value: fc.nat(255),
      cut: fc.boolean(),
    });
    fc.assert(
      fc.property(damage, fc.constantFrom(...times.keys()), ({ file, place, value, cut }, id) => {
        const at = place % file.whole.length;
        const bytes = Buffer.from(file.whole);
        bytes[at] = value;
        writeFileSync(file.path, cut ? bytes.subarray(0, at) : bytes);
        writeFileSync(join(repository.folder, '.git/HEAD'), `${id}\n`);
        const time = timeAt(repository.folder);
        writeFileSync(file.path, file.whole);
        return time === undefined || Number.isSafeInteger(time);
      }),
      { numRuns: 200 },
    );
  });
});
