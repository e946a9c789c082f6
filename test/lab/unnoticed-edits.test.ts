import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryUserFolder } from '../support/built-cli.ts';
import { type Served, startServed } from '../support/disk-lab/served.ts';
import { manifest, temporaryFolder, temporaryRegistry } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { type Reason, unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const OLD = 'albatross\n';
const NEW = 'nightjars\n';
/** Long ago, so that the youth of a file gives nothing away. */
const THEN = new Date('2025-05-05T05:05:05Z');

/** Why a program can't be used here. */
const lacks = (program: string): Reason =>
  spawnSync(program, ['--version']).status === 0 ? undefined : `there is no ${program}`;

/** A folder with the file's successor: as long, and of the same time. */
function successor(): string {
  const folder = temporaryFolder({ 'safety.md': NEW });
  utimesSync(join(folder, 'safety.md'), THEN, THEN);
  return folder;
}

function run(program: string, ...options: string[]): void {
  const { status, stderr } = spawnSync(program, options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** How a text can change without its size and time telling. */
const WAYS: ReadonlyArray<readonly [string, Reason, (file: string) => void]> = [
  [
    'written in place, with its time put back',
    undefined,
    (file) => {
      writeFileSync(file, NEW);
      utimesSync(file, THEN, THEN);
    },
  ],
  [
    'replaced by renaming',
    undefined,
    (file) => {
      renameSync(join(successor(), 'safety.md'), file);
    },
  ],
  ['copied with cp -p', lacks('cp'), (file) => run('cp', '-p', join(successor(), 'safety.md'), file)],
  [
    'unpacked by tar',
    lacks('tar'),
    (file) => {
      const archive = join(temporaryFolder(), 'archive.tar');
      run('tar', 'cf', archive, '-C', successor(), 'safety.md');
      run('tar', 'xf', archive, '-C', join(file, '..'));
    },
  ],
  [
    'brought by rsync -t',
    lacks('rsync'),
    (file) => run('rsync', '-t', '--checksum', join(successor(), 'safety.md'), file),
  ],
];

/** A registry whose files are all old, the safety.md of one skill being `OLD`. */
function oldRegistry(): { registry: string; file: string } {
  const registry = temporaryRegistry([KEY, OTHER]);
  const file = join(registry, 'skills', KEY, 'safety.md');
  writeFileSync(file, OLD);
  for (const key of [KEY, OTHER])
    for (const name of ['skill.json', 'overview.md', 'pitfalls.md', 'safety.md', 'examples/basic.txt'])
      utimesSync(join(registry, 'skills', key, name), THEN, THEN);
  return { registry, file };
}

/** Indexes that the service has written for its next start. */
function savedIndexes(userFolder: string): readonly string[] {
  const folder = join(userFolder, 'skills-registry/find');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.index')) : [];
}

async function expectNewTextEverywhere(served: Served): Promise<void> {
  await eventually(
    () => served.find('nightjars'),
    (found) => found.includes(KEY),
  );
  expect(await served.find('albatross')).toEqual([]);
  expect((await served.get(`/v1/skills/${KEY}/safety`)).text).toBe(NEW);
  expect((await served.get(`/v1/skills/${KEY}`)).text).toContain('nightjars');
}

describe('a text that changes but for its size and time', () => {
  for (const [place, [way, reason, change]] of WAYS.entries()) {
    // What programs do is one of the first two.
    const tags = place < 2 ? [] : ['ci'];
    it(`shows everywhere if the file was ${way}`, { ...unless(reason), tags }, async () => {
      const { registry, file } = oldRegistry();
      const served = await startServed(registry, undefined);
      expect(await served.find('albatross')).toEqual([KEY]);
      expect((await served.get(`/v1/skills/${KEY}`)).text).toContain('albatross');
      const before = statSync(file);
      change(file);
      const after = statSync(file);
      expect([after.size, after.mtimeMs]).toEqual([before.size, before.mtimeMs]);
      await expectNewTextEverywhere(served);
    });

    it(`shows after a restart with a saved index if the file was ${way}`, {
      ...unless(reason),
      tags,
    }, async () => {
      const { registry, file } = oldRegistry();
      const userFolder = temporaryUserFolder();
      const first = await startServed(registry, undefined, { userFolder });
      expect(await first.find('albatross')).toEqual([KEY]);
      await eventually(
        () => savedIndexes(userFolder),
        (saved) => saved.length === 1,
      );
      first.cli.process.kill('SIGTERM');
      expect(await first.cli.exited).toBe(0);
      change(file);
      await expectNewTextEverywhere(await startServed(registry, undefined, { userFolder }));
    });
  }

  it('may be skill.json: the list and the search tell the new one', async () => {
    const registry = temporaryRegistry([KEY]);
    const file = join(registry, 'skills', KEY, 'skill.json');
    const write = (summary: string) => {
      writeFileSync(file, JSON.stringify(manifest(KEY, { summary })));
      utimesSync(file, THEN, THEN);
    };
    write('Albatross.');
    for (const name of ['overview.md', 'pitfalls.md', 'safety.md', 'examples/basic.txt'])
      utimesSync(join(registry, 'skills', KEY, name), THEN, THEN);
    const served = await startServed(registry, undefined);
    expect(await served.search('albatross')).toEqual([KEY]);
    write('Nightjars.');
    await eventually(
      () => served.search('nightjars'),
      (found) => found.includes(KEY),
    );
    expect((await served.get('/v1/skills')).text).toContain('Nightjars.');
  });

  it('may be a whole folder’s that was copied back from a backup with all its times', async () => {
    const { registry, file } = oldRegistry();
    const backup = join(temporaryFolder(), 'backup');
    const folder = join(registry, 'skills', KEY);
    cpSync(folder, backup, { recursive: true, preserveTimestamps: true });
    writeFileSync(join(backup, 'safety.md'), NEW);
    utimesSync(join(backup, 'safety.md'), THEN, THEN);
    const served = await startServed(registry, undefined);
    expect(await served.find('albatross')).toEqual([KEY]);
    mkdirSync(join(registry, 'kept'));
    renameSync(folder, join(registry, 'kept/spdlog'));
    renameSync(backup, folder);
    expect(readFileSync(file, 'utf8')).toBe(NEW);
    await expectNewTextEverywhere(served);
  });
});
