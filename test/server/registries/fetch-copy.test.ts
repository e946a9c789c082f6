import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type CopyOrigin,
  FETCH_LIMITS,
  type FetchLimits,
} from '../../../src-server/registries/fetch-copy.ts';
import { openOrigin } from '../../../src-server/registries/open-origin.ts';
import { type GitServer, skillFiles, startGitServer, type TestRepository } from '../../support/git-server.ts';
import { listening } from '../../support/listening.ts';

const SHORT: FetchLimits = { ...FETCH_LIMITS, silenceMs: 500 };

function temporaryStore(): string {
  const store = mkdtempSync(join(tmpdir(), 'skills-registry-store-'));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  return store;
}

async function served(files: Readonly<Record<string, string | Buffer>> = skillFiles('tiny')) {
  const server = await startGitServer();
  const repository = server.repository();
  const commit = repository.commit(files);
  repository.publish();
  return { server, repository, commit, store: temporaryStore(), url: `${server.url}/team.git` };
}

interface Fetching extends Partial<CopyOrigin> {
  readonly url: string;
  readonly store: string;
  readonly limits?: FetchLimits;
  readonly env?: NodeJS.ProcessEnv;
}

async function fetchCopy({ url, store, limits = FETCH_LIMITS, env = {}, ref, folder, place }: Fetching) {
  const session = await openOrigin({ url, ref, folder, place }, { env, store, limits });
  const draft = await session.fetch('team');
  return { ...session.resolved, ...draft, files: join(draft.path, 'team'), session };
}

/** The server's own answers, changed by a test. */
const fails = (server: GitServer, status: number, headers: Record<string, string> = {}) => {
  server.intercept = (_, response) => {
    response.writeHead(status, headers).end('no');
    return true;
  };
};

describe('fetching a registry', () => {
  it('writes the files of the newest commit and says what they are', async () => {
    const { commit, ...origin } = await served({ ...skillFiles('tiny', 'high'), 'README.md': 'hello' });
    const copy = await fetchCopy(origin);
    expect(copy).toMatchObject({ commit, ref: null, folder: null });
    expect(readFileSync(join(copy.files, 'README.md'), 'utf8')).toBe('hello');
    expect(copy.facts.skills).toEqual({
      'js/acme/tiny': { folder: 'skills/js/acme/tiny', language: 'js', risk: 'high' },
    });
    expect(copy.facts).toMatchObject({ commit, skipped: [] });
  });

  it('reads a server that speaks the first protocol alone', async () => {
    const { server, repository, ...origin } = await served();
    repository.git('tag', '-a', 'v1', '-m', 'one');
    repository.publish();
    server.intercept = ({ headers }) => {
      delete headers['git-protocol'];
      return false;
    };
    expect(await fetchCopy({ ...origin, ref: 'v1' })).toMatchObject({ commit: origin.commit, ref: 'v1' });
    expect((await fetchCopy(origin)).commit).toBe(origin.commit);
  });

  it('takes a branch, a tag, an older commit, and a page’s branch with slashes and folder', async () => {
    const { repository, commit, ...origin } = await served({
      ...Object.fromEntries(
        Object.entries(skillFiles('tiny')).map(([path, text]) => [`deep/er/${path}`, text]),
      ),
    });
    repository.git('tag', '-a', 'v1', '-m', 'one');
    repository.git('branch', 'feature/x');
    const newer = repository.commit({ 'deep/er/skills/js/acme/tiny/safety.md': 'new' });
    repository.publish();
    expect((await fetchCopy({ ...origin, folder: 'deep/er' })).commit).toBe(newer);
    expect((await fetchCopy({ ...origin, folder: 'deep/er', ref: 'v1' })).commit).toBe(commit);
    expect((await fetchCopy({ ...origin, folder: 'deep/er', ref: commit })).commit).toBe(commit);
    const page = await fetchCopy({ ...origin, place: 'feature/x/deep/er' });
    expect(page).toMatchObject({ commit, ref: 'feature/x', folder: 'deep/er' });
    expect(existsSync(join(page.files, 'skills'))).toBe(true);
  });

  it('finds skills one folder down', async () => {
    const files = Object.entries(skillFiles('tiny')).map(([path, text]) => [`inner/${path}`, text]);
    const copy = await fetchCopy(await served(Object.fromEntries(files)));
    expect(copy.facts.skills['js/acme/tiny']?.folder).toBe('inner/skills/js/acme/tiny');
  });

  it.each([
    ['no skills', { 'README.md': 'hello' }, {}, /holds no skill.*give that folder/],
    ['a missing branch', skillFiles('tiny'), { ref: 'gone' }, /no branch or tag gone \(any more\)/],
    ['a short commit', skillFiles('tiny'), { ref: 'abcdef1' }, /all 40 digits/],
    ['a commit that is nowhere', skillFiles('tiny'), { ref: 'a'.repeat(40) }, /no commit a{40}/],
    ['a missing folder', skillFiles('tiny'), { folder: 'x' }, /no folder x/],
    ['a ref like an option', skillFiles('tiny'), { ref: '--upload-pack=x' }, /name of a branch/],
  ] as const)('%s is a sentence, and nothing is left', async (_, files, wish, sentence) => {
    const origin = await served(files);
    await expect(fetchCopy({ ...origin, ...wish })).rejects.toThrow(sentence);
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('a default branch that does not exist is a sentence with the branches there are', async () => {
    const { server, repository, ...origin } = await served();
    repository.git('branch', 'release');
    repository.publish();
    repository.git('-C', '../../team.git', 'symbolic-ref', 'HEAD', 'refs/heads/gone');
    await expect(fetchCopy(origin)).rejects.toThrow(/default branch .* doesn't exist.*--ref: .*release/);
    expect(await fetchCopy({ ...origin, ref: 'release' })).toMatchObject({ ref: 'release' });
  });

  it.each([
    ['120', 'Try again in 2 min.'],
    ['1', 'Try again in 1 min.'],
    ['Sat, 28 Nov 2026 08:00:00 GMT', 'Try again later.'],
    [undefined, 'Try again later.'],
  ])('a server that asks to wait, %j, is a sentence', async (after, sentence) => {
    const { server, ...origin } = await served();
    fails(server, 429, after === undefined ? {} : { 'retry-after': after });
    await expect(fetchCopy(origin)).rejects.toThrow(`asks to wait (429). ${sentence}`);
  });

  it.each(['text/plain', 'application/octet-stream', ''])(
    'a server of the dumb protocol is a sentence: %s',
    async (type) => {
      const { server, commit, ...origin } = await served();
      server.intercept = ({ url = '' }, response) => {
        if (!url.includes('/info/refs')) return false;
        response.writeHead(200, type === '' ? {} : { 'content-type': type });
        response.end(`${commit}\trefs/heads/main\n`);
        return true;
      };
      await expect(fetchCopy(origin)).rejects.toThrow('dumb HTTP protocol only');
    },
  );

  it('pointers of Git LFS are skipped and named', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4'.repeat(64)}\nsize 12345\n`;
    const origin = await served({ ...skillFiles('tiny'), 'skills/js/acme/tiny/safety.md': pointer });
    const { facts } = await fetchCopy(origin);
    expect(facts.skipped).toEqual([
      'skills/js/acme/tiny/safety.md is a pointer of Git LFS, not the file itself',
    ]);
  });

  it('an empty repository is a sentence', async () => {
    const server = await startGitServer();
    server.repository();
    await expect(fetchCopy({ url: `${server.url}/team.git`, store: temporaryStore() })).rejects.toThrow(
      /is empty/,
    );
  });

  it('knows whether a commit comes after another one', async () => {
    const { server, repository, commit, ...origin } = await served();
    repository.commit({ 'a.md': '1' });
    repository.commit({ 'a.md': '2' });
    repository.publish();
    const ahead = await openOrigin(
      { url: origin.url, ref: undefined, folder: undefined },
      { env: {}, store: origin.store },
    );
    expect(await ahead.isAfter(commit)).toBe(true);
    repository.git('checkout', '-q', '--orphan', 'other');
    repository.commit({ 'b.md': '3' });
    repository.git('branch', '-M', 'other', 'main');
    repository.publish();
    const rewritten = await openOrigin(
      { url: origin.url, ref: undefined, folder: undefined },
      { env: {}, store: origin.store },
    );
    expect(await rewritten.isAfter(commit)).toBe(false);
    expect(await rewritten.isAfter('b'.repeat(40))).toBe(false);
    expect(server.requests.length).toBeGreaterThan(0);
  });
});

describe('what a hostile repository holds', () => {
  it('links and submodules are skipped and named, and never made', async () => {
    const { repository, ...origin } = await served();
    symlinkSync('/etc/passwd', join(repository.folder, 'link.md'));
    symlinkSync('/etc', join(repository.folder, 'skills/js/acme/tiny/examples'));
    repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
    repository.git('add', 'link.md', 'skills');
    repository.git('commit', '-q', '-m', 'links');
    repository.publish();
    const copy = await fetchCopy(origin);
    expect(readdirSync(copy.files)).toEqual(['skills']);
    expect(copy.facts.skipped).toEqual([
      'link.md is a link',
      'module is a submodule',
      'skills/js/acme/tiny/examples is a link',
    ]);
  });

  it.each([['..'], ['.git'], ['.GIT'], ['git~1']])(
    'an entry %s ends it, with nothing written',
    async (name) => {
      const { repository, ...origin } = await served();
      commitRawTree(repository, [['100644', name, blobOf(repository, 'x')]]);
      await expect(fetchCopy(origin)).rejects.toThrow(/Nothing was taken/);
      expect(leftIn(origin.store)).toEqual([]);
    },
  );

  it('names that collide in case, that Windows refuses or that are not UTF-8 are skipped', async () => {
    const { repository, ...origin } = await served();
    const blob = blobOf(repository, 'x');
    commitRawTree(repository, [
      ['100644', 'README.md', blob],
      ['100644', Buffer.from([0x61, 0xff]), blob],
      ['100644', 'aux.md', blob],
      ['100644', 'readme.md', blob],
    ]);
    const { facts, files } = await fetchCopy(origin);
    expect(readdirSync(files).sort()).toEqual(['README.md', 'skills']);
    expect(facts.skipped).toHaveLength(3);
  });

  it('a folder that holds itself many times ends at the limit of files', async () => {
    const { repository, ...origin } = await served();
    let tree = rawTree(repository, [['100644', 'a', blobOf(repository, 'x')]]);
    for (let level = 0; level < 12; level += 1)
      tree = rawTree(
        repository,
        Array.from({ length: 10 }, (_, number) => ['40000', `d${number}`, tree] as const),
      );
    commitRawTree(repository, [['40000', 'bomb', tree]]);
    await expect(fetchCopy({ ...origin, limits: { ...FETCH_LIMITS, files: 2_000 } })).rejects.toThrow(
      /more than 2,000 (?:files|folders)/,
    );
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('a file of zeros that is small in the pack is skipped by the server or refused', async () => {
    const { repository, server, ...origin } = await served();
    repository.commit({ 'zeros.bin': Buffer.alloc(60 * 1024 * 1024) });
    repository.publish();
    await expect(fetchCopy({ ...origin, limits: FETCH_LIMITS })).rejects.toThrow(/60 MB; the limit is 50 MB/);
    allowFilter(server);
    const { facts } = await fetchCopy({ ...origin, limits: FETCH_LIMITS });
    expect(facts.skipped).toEqual(['zeros.bin is larger than 50 MB']);
  });

  it('more bytes than the limit end the transfer', async () => {
    const { repository, ...origin } = await served();
    repository.commit({ 'noise.bin': randomBytes(300_000) });
    repository.publish();
    await expect(
      fetchCopy({ ...origin, limits: { ...FETCH_LIMITS, receivedBytes: 100_000 } }),
    ).rejects.toThrow(/sends more than/);
  });
});

describe('a server that misbehaves', () => {
  it.each([
    [404, {}, /no Git repository/],
    [401, {}, /private or doesn't exist.*SKILLS_REGISTRY_TOKEN_127_0_0_1/],
    [403, {}, /private/],
    [500, {}, /failed \(500\)/],
    [200, { 'content-type': 'text/html; charset=utf-8' }, /is a web page/],
    [200, { 'content-type': 'application/x-git-upload-pack-advertisement' }, /not Git’s|cut off/],
  ])('by %d is a sentence', async (status, headers, sentence) => {
    const { server, ...origin } = await served();
    fails(server, status, headers);
    await expect(fetchCopy(origin)).rejects.toThrow(sentence);
  });

  it('by very many branches is refused, before they fill the memory', async () => {
    const { server, ...origin } = await served();
    server.intercept = ({ method }, response) => {
      if (method === 'GET') return false;
      const name = 'x'.repeat(60_000);
      const line = `${'a'.repeat(40)} refs/heads/${name}\n`;
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      response.end((line.length + 4).toString(16).padStart(4, '0').concat(line).repeat(300));
      return true;
    };
    await expect(fetchCopy(origin)).rejects.toThrow(/too many branches and tags/);
  });

  it.each([['info/refs'], ['ls-refs'], ['fetch']])('by silence at %s is given up', async (stage) => {
    const { server, ...origin } = await served();
    let posts = 0;
    server.intercept = ({ method }) => {
      if (method === 'GET') return stage === 'info/refs';
      posts += 1;
      return stage === (posts === 1 ? 'ls-refs' : 'fetch');
    };
    await expect(fetchCopy({ ...origin, limits: SHORT })).rejects.toThrow(/was silent for 1 s/);
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('by sending a little again and again is given up', async () => {
    const { server, ...origin } = await served();
    server.intercept = ({ method }, response) => {
      if (method === 'GET') return false;
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      const sending = setInterval(() => response.write('0001'), 50);
      response.on('close', () => clearInterval(sending));
      return true;
    };
    const limits = { ...SHORT, totalMs: 1_000 };
    await expect(fetchCopy({ ...origin, limits })).rejects.toThrow(/takes more than 1 min/);
    expect(leftIn(origin.store)).toEqual([]);
  });

  it.each([
    ['at its head', 10],
    ['within the pack', 400],
  ])('by cutting off the answer %s is a sentence', async (_, length) => {
    const { server, ...origin } = await served({ ...skillFiles('tiny'), 'noise.bin': randomBytes(3_000) });
    server.intercept = (request, response) => {
      if (request.method === 'GET' || !request.url?.endsWith('git-upload-pack')) return false;
      const write = response.write.bind(response) as (chunk: Buffer) => boolean;
      response.write = ((chunk: Buffer) => {
        write(chunk.subarray(0, length));
        response.destroy();
        return false;
      }) as typeof response.write;
      return false;
    };
    await expect(fetchCopy(origin)).rejects.toThrow(/ended the connection|cut off/);
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('by a damaged pack is a sentence', async () => {
    const { server, ...origin } = await served({ ...skillFiles('tiny'), 'noise.bin': randomBytes(3_000) });
    let posts = 0;
    server.intercept = ({ method }, response) => {
      posts += method === 'POST' ? 1 : 0;
      if (posts < 2) return false;
      const write = response.write.bind(response) as (chunk: Buffer) => boolean;
      response.write = ((chunk: Buffer) => {
        if (chunk.length > 1_000) chunk[900] = (chunk[900] ?? 0) ^ 1;
        return write(chunk);
      }) as typeof response.write;
      return false;
    };
    await expect(fetchCopy(origin)).rejects.toThrow(/damaged/);
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('by a redirect of the same origin is followed, by endless ones not', async () => {
    const { server, ...origin } = await served();
    server.intercept = ({ url = '' }, response) => {
      if (!url.startsWith('/old')) return false;
      response.writeHead(301, { location: url.replace('/old', '/team.git') }).end();
      return true;
    };
    expect((await fetchCopy({ ...origin, url: `${server.url}/old` })).commit).toBe(origin.commit);
    server.intercept = ({ url = '' }, response) => {
      response.writeHead(302, { location: url }).end();
      return true;
    };
    await expect(fetchCopy(origin)).rejects.toThrow(/redirects without end/);
  });

  it('by a redirect to another origin is refused, and the token stays', async () => {
    const { server, ...origin } = await served();
    const seen: (string | undefined)[] = [];
    const other = await listening(
      createServer(({ headers }, response) => {
        seen.push(headers.authorization);
        response.end();
      }),
    );
    server.intercept = ({ headers, url = '' }, response) => {
      if (headers.authorization === undefined) response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
      else response.writeHead(302, { location: `${other.url}${url}` }).end();
      return true;
    };
    const env = { [tokenVariableOf(origin.url)]: 'secret-token' };
    await expect(fetchCopy({ ...origin, env })).rejects.toThrow(`redirects to ${other.url}`);
    expect(seen).toEqual([]);
  });
});

describe('a private repository', () => {
  const guarded = (server: GitServer, password: string) => {
    server.intercept = ({ headers }, response) => {
      const [, given = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
      if (Buffer.from(given, 'base64').toString().endsWith(`:${password}`)) return false;
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
      return true;
    };
  };

  it('is read with the token of its host’s variable, which is shown only once it is asked for', async () => {
    const { server, ...origin } = await served();
    guarded(server, 'secret-token');
    const env = { [tokenVariableOf(origin.url)]: 'secret-token', SKILLS_REGISTRY_TOKEN_OTHER: 'no' };
    expect((await fetchCopy({ ...origin, env })).commit).toBe(origin.commit);
    expect(server.requests[0]?.authorization).toBeUndefined();
  });

  it('with an expired token says whose token that is, and never the token', async () => {
    const { server, ...origin } = await served();
    guarded(server, 'another');
    const failure = fetchCopy({ ...origin, env: { [tokenVariableOf(origin.url)]: 'secret-token' } });
    await expect(failure).rejects.toThrow(/refuses the token \(401\)/);
    await expect(failure).rejects.not.toThrow(/secret/);
  });
});

function tokenVariableOf(url: string): string {
  return `SKILLS_REGISTRY_TOKEN_127_0_0_1_${new URL(url).port}`;
}

/** What a fetch left of itself. */
function leftIn(store: string): readonly string[] {
  const drafts = join(store, 'incoming');
  return existsSync(drafts) ? readdirSync(drafts) : [];
}

function allowFilter({ root }: GitServer): void {
  appendFileSync(join(root, 'team.git', 'config'), '[uploadpack]\n\tallowFilter = true\n');
}

type RawEntry = readonly [mode: string, name: string | Buffer, id: string];

function blobOf({ git, folder }: TestRepository, text: string): string {
  writeFileSync(join(folder, '.git', 'raw-blob'), text);
  return git('hash-object', '-w', '.git/raw-blob');
}

/** A tree as no git would make it. */
function rawTree({ git, folder }: TestRepository, entries: readonly RawEntry[]): string {
  const bytes = entries.flatMap(([mode, name, id]) => [
    Buffer.from(`${mode} `),
    Buffer.from(name as string),
    Buffer.from([0]),
    Buffer.from(id, 'hex'),
  ]);
  writeFileSync(join(folder, '.git', 'raw-tree'), Buffer.concat(bytes));
  return git('hash-object', '-w', '-t', 'tree', '--literally', '.git/raw-tree');
}

/** Commits and publishes a tree with these entries beside `skills`. */
function commitRawTree(repository: TestRepository, entries: readonly RawEntry[]): void {
  const skills: RawEntry = ['40000', 'skills', repository.git('rev-parse', 'HEAD:skills')];
  const tree = rawTree(repository, [...entries, skills]);
  const commit = repository.git('commit-tree', tree, '-p', 'HEAD', '-m', 'raw');
  repository.git('update-ref', 'refs/heads/main', commit);
  repository.publish();
}
