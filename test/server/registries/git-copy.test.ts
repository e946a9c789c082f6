import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FetchProgress } from '../../../src-server/contract/words.ts';
import { type CopyOrigin, FETCH_LIMITS, type FetchLimits } from '../../../src-server/registries/copy.ts';
import { openOrigin } from '../../../src-server/registries/git-copy.ts';
import { type GitServer, skillFiles, startGitServer, type TestRepository } from '../../support/git-server.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

async function served(files: Readonly<Record<string, string | Buffer>> = skillFiles('tiny')) {
  const server = await startGitServer();
  const repository = server.repository();
  const commit = repository.commit(files);
  repository.publish();
  allowFilter(server);
  return { server, repository, commit, store: temporaryFolder(), url: `${server.url}/team.git` };
}

interface Fetching extends Partial<CopyOrigin> {
  readonly url: string;
  readonly store: string;
  readonly limits?: Partial<FetchLimits>;
  readonly env?: NodeJS.ProcessEnv;
  readonly onProgress?: (progress: FetchProgress, name: string) => void;
}

async function fetchCopy({ url, store, limits, env = {}, onProgress, ref, folder, place }: Fetching) {
  const options = {
    onProgress,
    env: { ...process.env, ...env },
    store,
    limits: { ...FETCH_LIMITS, ...limits },
  };
  const session = await openOrigin({ url, ref, folder, place }, options);
  const draft = await session.fetch('team');
  return { ...session.resolved, ...draft, files: join(draft.path, 'team') };
}

const answering = (server: GitServer, status: number, headers: Record<string, string> = {}) => {
  server.intercept = (_, response) => {
    response.writeHead(status, headers).end('<!doctype html>\n<h1>no</h1>\n');
    return true;
  };
};

describe('fetching a registry with git', () => {
  it('writes the files of the newest commit, says what they are, and leaves nothing else', async () => {
    const { commit, ...origin } = await served({ ...skillFiles('tiny', 'high'), 'README.md': 'hello' });
    const copy = await fetchCopy(origin);
    expect(copy).toMatchObject({ commit, ref: null, folder: null });
    expect(readFileSync(join(copy.files, 'README.md'), 'utf8')).toBe('hello');
    expect(copy.facts).toMatchObject({
      ...{ commit, skipped: [], date: expect.stringMatching(/^20\d\d-.*Z$/) },
      skills: { 'js/acme/tiny': { folder: 'skills/js/acme/tiny', language: 'js', risk: 'high' } },
    });
    expect(readdirSync(copy.path).sort()).toEqual(['commit', 'copy.json', 'team']);
  });

  it('tells bytes with git’s own part of them, then files, up to the last', async () => {
    const many = Array.from({ length: 120 }, (_, at) => [`many/${at}.bin`, randomBytes(20_000)]);
    const origin = await served({ ...skillFiles('tiny'), ...Object.fromEntries(many) });
    const told: FetchProgress[] = [];
    await fetchCopy({ ...origin, onProgress: (progress) => told.push(progress) });
    const received = told.flatMap((one) => (one.step === 'receiving' ? [one] : []));
    const last = received.at(-1);
    expect(last?.part).toBe(1);
    expect(last?.bytes).toBeGreaterThan(120 * 20_000);
    expect(told.slice(received.length)).toEqual(
      [50, 100, 122].map((done) => ({ step: 'writing', done, total: 122 })),
    );
  });

  it('takes a branch, a tag, an older commit, and a page’s branch with slashes and folder', async () => {
    const files = Object.entries(skillFiles('tiny')).map(([path, text]) => [`deep/er/${path}`, text]);
    const { repository, commit, ...origin } = await served(Object.fromEntries(files));
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

  it('reads a server that speaks the first protocol alone, without filters', async () => {
    const { server, ...origin } = await served();
    writeFileSync(join(server.root, 'team.git', 'config'), '[core]\n\tbare = true\n');
    server.intercept = ({ headers }) => {
      delete headers['git-protocol'];
      return false;
    };
    expect((await fetchCopy(origin)).commit).toBe(origin.commit);
  });

  it('follows a default branch of any name', async () => {
    const { repository, ...origin } = await served();
    repository.git('branch', 'trunk');
    repository.publish();
    repository.git('-C', '../../team.git', 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
    repository.git('branch', '-m', 'main', 'elsewhere');
    repository.publish();
    expect(await fetchCopy(origin)).toMatchObject({ ref: null, commit: origin.commit });
  });

  it('reads a repository with SHA-256 ids', async () => {
    const { server, ...origin } = await served();
    const folder = temporaryFolder(skillFiles('tiny'));
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-C', folder, ...args]);
    git('init', '-q', '--object-format=sha256', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'one');
    execFileSync('git', ['clone', '-q', '--bare', folder, join(server.root, 'long.git')]);
    const { commit } = await fetchCopy({ ...origin, url: `${server.url}/long.git` });
    expect(commit).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['no skills', { 'README.md': 'hello' }, {}, /holds no skill.*give that folder/],
    ['a missing branch', skillFiles('tiny'), { ref: 'gone' }, /no branch or tag gone \(any more\)/],
    ['a short commit', skillFiles('tiny'), { ref: 'abcdef1' }, /all 40 digits/],
    [
      'a commit that is nowhere',
      skillFiles('tiny'),
      { ref: 'a'.repeat(40) },
      /can't be read\. Git says: .*a{40}/,
    ],
    ['a missing folder', skillFiles('tiny'), { folder: 'x' }, /no folder x/],
    ['a ref like an option', skillFiles('tiny'), { ref: '--upload-pack=x' }, /no branch or tag --upload/],
    ['a folder elsewhere', skillFiles('tiny'), { folder: '../x' }, /no folder \.\.\/x/],
  ] as const)('%s is a sentence, and nothing is left', async (_, files, wish, sentence) => {
    const origin = await served(files);
    await expect(fetchCopy({ ...origin, ...wish })).rejects.toThrow(sentence);
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('an empty repository is a sentence', async () => {
    const server = await startGitServer();
    server.repository();
    const url = `${server.url}/team.git`;
    await expect(fetchCopy({ url, store: temporaryFolder() })).rejects.toThrow('is empty: it has no branch');
  });

  it('a default branch that does not exist is a sentence with the branches there are', async () => {
    const { repository, ...origin } = await served();
    repository.git('branch', 'release');
    repository.publish();
    repository.git('-C', '../../team.git', 'symbolic-ref', 'HEAD', 'refs/heads/gone');
    await expect(fetchCopy(origin)).rejects.toThrow(/default branch of .* doesn't exist.*--ref: .*release/);
    expect(await fetchCopy({ ...origin, ref: 'release' })).toMatchObject({ ref: 'release' });
  });
});

describe('what is left out of a copy is named', () => {
  it('links and submodules', async () => {
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

  it('names that collide in case, folders too, that Windows refuses, or that are not UTF-8', async () => {
    const { repository, ...origin } = await served();
    const blob = blobOf(repository, 'x');
    const inner = rawTree(repository, [['100644', 'b.md', blob]]);
    commitRawTree(repository, [
      ['40000', 'A', inner],
      ['100644', 'README.md', blob],
      ['40000', 'a', inner],
      ['100644', Buffer.from([0x61, 0xff]), blob],
      ['100644', 'aux.md', blob],
      ['100644', 'readme.md', blob],
    ]);
    const { facts, files } = await fetchCopy(origin);
    expect(readdirSync(files).sort()).toEqual(['A', 'README.md', 'skills']);
    expect(facts.skipped.map((sentence) => sentence.split(' ')[0]).sort()).toEqual(
      ['a/b.md', 'a\ufffd', 'aux.md', 'readme.md'].sort(),
    );
  });

  it('files that are too large, whether the server filters or not, and pointers of Git LFS', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4'.repeat(64)}\nsize 12345\n`;
    const { server, ...origin } = await served({
      ...skillFiles('tiny'),
      ...{ 'skills/js/acme/tiny/safety.md': pointer, 'zeros.bin': Buffer.alloc(9 * 1024 * 1024) },
    });
    const skipped = [
      'zeros.bin is larger than 8 MB',
      'skills/js/acme/tiny/safety.md is a pointer of Git LFS, not the file itself',
    ];
    expect((await fetchCopy(origin)).facts.skipped).toEqual(skipped);
    writeFileSync(join(server.root, 'team.git', 'config'), '[core]\n\tbare = true\n');
    expect((await fetchCopy(origin)).facts.skipped).toEqual(skipped);
  });
});

describe('a hostile repository', () => {
  it.each([['..'], ['.git'], ['.GIT'], ['git~1']])(
    'with an entry %s is refused, with nothing written',
    async (name) => {
      const { repository, ...origin } = await served();
      commitRawTree(repository, [['100644', name, blobOf(repository, 'x')]]);
      await expect(fetchCopy(origin)).rejects.toThrow(/Nothing was taken|Git says/);
      expect(leftIn(origin.store)).toEqual([]);
    },
  );

  it('that holds itself many times ends at a limit', async () => {
    const { repository, ...origin } = await served();
    let tree = rawTree(repository, [['100644', 'a', blobOf(repository, 'x')]]);
    for (let level = 0; level < 5; level += 1)
      tree = rawTree(
        repository,
        Array.from({ length: 10 }, (_, number) => ['40000', `d${number}`, tree] as const),
      );
    commitRawTree(repository, [['40000', 'bomb', tree]]);
    await expect(fetchCopy({ ...origin, limits: { files: 2_000 } })).rejects.toThrow(
      'more than 2,000 files or',
    );
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('can’t send more than the limit', async () => {
    const { repository, ...origin } = await served();
    repository.commit({ 'noise.bin': randomBytes(3_000_000) });
    repository.publish();
    const limits = { receivedBytes: 100_000 };
    await expect(fetchCopy({ ...origin, limits })).rejects.toThrow('sends more than 98 KB');
    expect(leftIn(origin.store)).toEqual([]);
  });
});

describe('a server that refuses', () => {
  it.each([
    [404, {}, /There is no Git repository at/],
    [401, { 'www-authenticate': 'Basic realm="x"' }, /wants to know who asks \(401\).*git ls-remote/],
    [403, {}, /There is no Git repository at .*403/],
    [429, { 'retry-after': '120' }, /asks to wait \(429\)/],
    [500, {}, /can't be read\. Git says: .*500/],
    [200, { 'content-type': 'text/html; charset=utf-8' }, /There is no Git repository at/],
  ])('by %d is a sentence, with git’s own behind it', async (status, headers, sentence) => {
    const { server, ...origin } = await served();
    answering(server, status, headers as Record<string, string>);
    const failure = fetchCopy(origin);
    await expect(failure).rejects.toThrow(sentence);
    await expect(failure).rejects.toThrow(/ Git says: \S[^\n]*$/);
  });

  it('smart HTTP is a sentence', async () => {
    const { server, repository, ...origin } = await served();
    repository.git('-C', '../../team.git', 'update-server-info');
    server.intercept = ({ url = '' }, response) => {
      const file = join(server.root, new URL(url, 'http://git').pathname);
      if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
      return true;
    };
    await expect(fetchCopy(origin)).rejects.toThrow('dumb HTTP protocol only');
  });

  it('to say anything is given up, and nothing goes on running', async () => {
    const { server, ...origin } = await served();
    server.intercept = () => true;
    await expect(fetchCopy({ ...origin, limits: { ms: 1_000 } })).rejects.toThrow(
      /didn't send everything within 1 s/,
    );
    expect(leftIn(origin.store)).toEqual([]);
  });

  it('to answer on its own, and sends elsewhere, gets no credentials there', async () => {
    const { server, ...origin } = await served();
    const seen: (string | undefined)[] = [];
    const other = await listening(
      createServer(({ headers }, response) => {
        seen.push(headers.authorization);
        response.writeHead(404).end();
      }),
    );
    server.intercept = ({ headers, url = '' }, response) => {
      if (headers.authorization === undefined)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
      else response.writeHead(302, { location: `${other.url}${url}` }).end();
      return true;
    };
    await expect(fetchCopy({ ...origin, env: helperWith('s3cret') })).rejects.not.toThrow('s3cret');
    expect(seen.filter((one) => one !== undefined)).toEqual([]);
  });
});

/** The user's settings of git, with a credential helper. */
function helperWith(password: string): NodeJS.ProcessEnv {
  const helper = `!f() { echo username=me; echo password=${password}; }; f`;
  return {
    ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'credential.helper', GIT_CONFIG_VALUE_0: helper },
  };
}

it.each([
  ['127.0.0.1', 0],
  ['other.example', 1],
])('the user’s proxy is asked unless NO_PROXY is for the host: %s', async (NO_PROXY, asked) => {
  const { url, ...origin } = await served();
  const requests: string[] = [];
  const proxy = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.writeHead(502).end();
  });
  const { url: http_proxy } = await listening(proxy);
  await fetchCopy({ ...origin, url, env: { http_proxy, NO_PROXY } }).catch(() => {});
  expect(Math.min(requests.length, 1)).toBe(asked);
});

describe('git itself', unless(onWindows), () => {
  const programs = (script: string) => {
    const folder = temporaryFolder({ git: `#!/bin/sh\n${script}\n` });
    chmodSync(join(folder, 'git'), 0o755);
    return { PATH: folder };
  };

  it('that is missing is a sentence with where to get it', async () => {
    const origin = await served();
    await expect(fetchCopy({ ...origin, env: { PATH: temporaryFolder() } })).rejects.toThrow(
      /git in PATH: none\. Get it: https:\/\/git-scm\.com/,
    );
  });

  it('older than 2.30 is a sentence', async () => {
    const origin = await served();
    await expect(
      fetchCopy({ ...origin, env: programs('echo git version 2.25.1 of a friend') }),
    ).rejects.toThrow(/Git 2\.30 or newer; git in PATH: 2\.25\. Get it/);
  });

  it('runs no hooks, no templates and no settings of a repository around', async () => {
    const { commit, ...origin } = await served();
    const ran = join(temporaryFolder(), 'ran');
    const hooks = temporaryFolder({ 'reference-transaction': `#!/bin/sh\ntouch '${ran}'\n` });
    chmodSync(join(hooks, 'reference-transaction'), 0o755);
    const settings = { 'core.hooksPath': hooks, 'init.templateDir': hooks };
    const env = Object.entries(settings).flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]);
    const around = { GIT_CONFIG_COUNT: '2', GIT_DIR: '/nowhere', ...Object.fromEntries(env) };
    expect((await fetchCopy({ ...origin, env: around })).commit).toBe(commit);
    expect(existsSync(ran)).toBe(false);
  });
});

describe('a repository by ssh', unless(onWindows), () => {
  /** A host whose `ssh` is a script: by default, it runs what ssh would run there. */
  async function hostWith(script = 'for last; do :; done\nexec sh -c "$last"') {
    const { server, ...origin } = await served();
    const said = join(temporaryFolder(), 'said');
    const ssh = temporaryFolder({ ssh: `#!/bin/sh\necho "$@" >> '${said}'\n${script}\n` });
    chmodSync(join(ssh, 'ssh'), 0o755);
    const env = { PATH: `${ssh}${delimiter}${process.env['PATH']}` };
    const url = `ssh://git@git.example.com${join(server.root, 'team.git')}`;
    return { ...origin, url, env, ssh, said: () => readFileSync(said, 'utf8') };
  }

  it('is copied, without a prompt, with the address behind all options', async () => {
    const { said, commit, ...origin } = await hostWith();
    expect((await fetchCopy(origin)).commit).toBe(commit);
    for (const call of said().trim().split('\n'))
      expect(call).toMatch(
        /^-oBatchMode=yes (?:-o SendEnv=GIT_PROTOCOL )?git@git\.example\.com git-upload-pack '\/[^']+'$/,
      );
  });

  it.each([
    ['git@git.example.com: Permission denied (publickey).', /Git says: git@.*Permission denied/],
    ['ssh: Could not resolve hostname git.example.com', /can't be reached.*Could not resolve hostname/],
    ["fatal: '/x.git' does not appear to be a git repository", /There is no Git repository at ssh/],
    ['Something new\u001b[31m', /can't be read/],
  ])('says what helps when ssh says %j', async (line, sentence) => {
    const origin = await hostWith(`echo ${JSON.stringify(line)} >&2; exit 255`);
    await expect(fetchCopy(origin)).rejects.toThrow(sentence);
  });

  it('is given up when the host is silent, and nothing goes on running', async () => {
    const { ssh, ...origin } = await hostWith(`echo $$ > "$0.pid"; sleep 600`);
    await expect(fetchCopy({ ...origin, limits: { ms: 1_000 } })).rejects.toThrow("didn't send everything");
    const pid = readFileSync(join(ssh, 'ssh.pid'), 'utf8').trim();
    // A zombie ended, too, where nothing collects it.
    expect(spawnSync('ps', ['-o', 'stat=', '-p', pid]).stdout.toString()).toMatch(/^(?:Z|$)/);
  });
});

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
