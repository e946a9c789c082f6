import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FETCH_LIMITS, type FetchLimits } from '../../../src-server/registries/copy.ts';
import { openOrigin } from '../../../src-server/registries/git-copy.ts';
import { skillFiles, startGitServer, type TestRepository } from '../../support/git-server.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { notOnLinux, unless } from '../../support/unless.ts';

async function served() {
  const server = await startGitServer();
  const repository = server.repository();
  const commit = repository.commit(skillFiles('tiny'));
  repository.publish();
  return { server, repository, commit, store: temporaryFolder(), url: `${server.url}/team.git` };
}

interface Fetching {
  readonly url: string;
  readonly store: string;
  readonly ref?: string;
  readonly limits?: Partial<FetchLimits>;
}

async function fetchCopy({ url, store, ref, limits }: Fetching) {
  const options = { env: process.env, store, limits: { ...FETCH_LIMITS, ...limits } };
  return (await openOrigin({ url, ref, folder: undefined }, options)).fetch('team');
}

/** What a fetch left of itself. */
function leftIn(store: string): readonly string[] {
  const drafts = join(store, 'incoming');
  return existsSync(drafts) ? readdirSync(drafts) : [];
}

/** An object as no git would make it. */
function rawObject({ git, folder }: TestRepository, type: string, content: string | Buffer): string {
  writeFileSync(join(folder, '.git', 'raw'), content);
  return git('hash-object', '-w', '-t', type, '--literally', '.git/raw');
}

const treeEntry = (mode: string, name: string, id: string) =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);

/** Publishes a commit of this tree. */
function publishTree(repository: TestRepository, entries: readonly Buffer[]): void {
  const tree = rawObject(repository, 'tree', Buffer.concat(entries));
  const commit = repository.git('commit-tree', tree, '-p', 'HEAD', '-m', 'raw');
  repository.git('update-ref', 'refs/heads/main', commit);
  repository.publish();
}

describe('the date of a commit', () => {
  it.each([
    ['is missing', '', null],
    ['is empty', 'committer A <a@example.com>', null],
    ['is no number', 'committer A <a@example.com> soon +0000', null],
    ['is before 1970', 'committer A <a@example.com> -86400 +0000', '1969-12-31T00:00:00.000Z'],
    ['is before the year 0', 'committer A <a@example.com> -99999999999999 +0000', null],
    ['is in the year 10^9', 'committer A <a@example.com> 31556926000000000 +0000', null],
    ['is in the year 10,000', 'committer A <a@example.com> 253402300800 +0000', null],
    ['has the zone +9999', 'committer A <a@example.com> 86400 +9999', '1970-01-02T00:00:00.000Z'],
    ['has no zone', 'committer A <a@example.com> 86400', '1970-01-02T00:00:00.000Z'],
    [
      'has a name like a date',
      'committer A> 5 +0000 <a@example.com> 86400 +0000',
      '1970-01-02T00:00:00.000Z',
    ],
  ])('that %s is left open rather than wrong', async (_, committer, date) => {
    const { repository, ...origin } = await served();
    const tree = repository.git('rev-parse', 'HEAD^{tree}');
    const author = 'author A <a@example.com> 86400 +0000';
    const head = [`tree ${tree}`, author, committer].filter((line) => line !== '').join('\n');
    const commit = rawObject(repository, 'commit', `${head}\n\ncommitter B <b@example.com> 1 +0000\n`);
    repository.git('update-ref', '--no-deref', 'refs/heads/main', commit);
    repository.publish();
    expect((await fetchCopy(origin)).facts).toMatchObject({ commit, date });
  });
});

describe('a tag', () => {
  it.each([
    ['tree', 'HEAD^{tree}'],
    ['blob', 'HEAD:skills/js/acme/tiny/skill.json'],
  ])('of a %s is no version, in a sentence', async (type, object) => {
    const { repository, ...origin } = await served();
    repository.git('tag', '-a', 'annotated', '-m', 'x', object);
    repository.git('tag', 'plain', object);
    repository.publish();
    for (const ref of ['annotated', 'plain'])
      await expect(fetchCopy({ ...origin, ref })).rejects.toThrow(
        `${ref} of ${origin.url} is a ${type}, not a commit. Name another with --ref.`,
      );
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('of a tag of a commit is that commit, and a name of odd letters is a name', async () => {
    const { repository, commit, ...origin } = await served();
    repository.git('tag', '-a', 'inner', '-m', 'x');
    repository.git('tag', '-a', 'v1/ü-🎉@x', '-m', 'x', 'inner');
    repository.publish();
    expect((await fetchCopy({ ...origin, ref: 'v1/ü-🎉@x' })).facts.commit).toBe(commit);
  });
});

describe('a repository that unpacks to more than anybody can hold', () => {
  it('as a tree that holds itself ten times at each of twelve levels ends at a limit', async () => {
    const { repository, ...origin } = await served();
    const blob = repository.git('rev-parse', 'HEAD:skills/js/acme/tiny/skill.json');
    let tree = rawObject(repository, 'tree', treeEntry('100644', 'a', blob));
    for (let level = 0; level < 12; level += 1)
      tree = rawObject(
        repository,
        'tree',
        Buffer.concat(Array.from({ length: 10 }, (_, at) => treeEntry('40000', `d${at}`, tree))),
      );
    publishTree(repository, [treeEntry('40000', 'bomb', tree)]);
    await expect(fetchCopy(origin)).rejects.toThrow('more than 64 MB, which is the limit');
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('as folders in folders is a sentence', async () => {
    const { repository, ...origin } = await served();
    const blob = repository.git('rev-parse', 'HEAD:skills/js/acme/tiny/skill.json');
    const bytes = Array.from({ length: 200 }).reduce<string>(
      (inner) => rawObject(repository, 'tree', treeEntry('40000', 'deeper', inner)),
      rawObject(repository, 'tree', treeEntry('100644', 'a', blob)),
    );
    const skills = repository.git('rev-parse', 'HEAD:skills');
    publishTree(repository, [treeEntry('40000', 'deep', bytes), treeEntry('40000', 'skills', skills)]);
    const { facts } = await fetchCopy(origin);
    expect(facts.skipped).toEqual([expect.stringMatching(/^deep\/deeper\/.* is too long$/)]);
  });

  it('as a commit message of megabytes is a sentence', async () => {
    const { repository, ...origin } = await served();
    writeFileSync(join(repository.folder, '.git', 'message'), 'long '.repeat(300_000));
    repository.git('commit', '-q', '--allow-empty', '-F', '.git/message');
    repository.publish();
    await expect(fetchCopy(origin)).rejects.toThrow('is a commit with more than 1 MB');
  });

  it('as a list of branches without end is a sentence', async () => {
    const { server, commit, ...origin } = await served();
    const branches = Array.from({ length: 300_000 }, (_, at) => `${commit} refs/heads/b${at}\n`).sort();
    const header = '# pack-refs with: peeled fully-peeled sorted \n';
    writeFileSync(join(server.root, 'team.git', 'packed-refs'), `${header}${branches.join('')}`);
    await expect(fetchCopy(origin)).rejects.toThrow('more than 16 MB, which is the limit');
  });

  it('as refs that never end is given up before the memory is', unless(notOnLinux), async () => {
    const id = 'a'.repeat(40);
    const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
    // The second protocol: git keeps each ref as it comes.
    const server = createServer(({ method }, response) => {
      if (method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
        response.end(
          `${line('# service=git-upload-pack\n')}0000${line('version 2\n')}${line('ls-refs\n')}0000`,
        );
        return;
      }
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      let number = 0;
      const send = () => {
        const refs = Array.from({ length: 20_000 }, (_, at) => line(`${id} refs/heads/${number + at}\n`));
        number += refs.length;
        if (!response.destroyed) response.write(refs.join(''), send);
      };
      send();
    });
    const { url } = await listening(server);
    const limits = { memoryBytes: 100_000_000 };
    await expect(fetchCopy({ url: `${url}/team.git`, store: temporaryFolder(), limits })).rejects.toThrow(
      'more than git can hold in 96 MB of memory',
    );
  });
});
