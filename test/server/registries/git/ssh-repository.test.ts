import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FETCH_LIMITS, type FetchLimits } from '../../../../src-server/registries/fetch-copy.ts';
import { openOrigin } from '../../../../src-server/registries/open-origin.ts';
import { skillFiles, startGitServer } from '../../../support/git-server.ts';
import { onWindows, unless } from '../../../support/unless.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-ssh-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the command that ssh would run on the host: git's own server, without a network. */
const HOST = 'for last; do :; done\nexec sh -c "$last"';

/** A host whose `ssh` is a script; `said` has the arguments of each call. */
async function hostWith(script = HOST) {
  const server = await startGitServer();
  const repository = server.repository();
  const commit = repository.commit(skillFiles('tiny'));
  repository.publish();
  const programs = temporaryFolder();
  const said = join(programs, 'said');
  writeFileSync(join(programs, 'ssh'), `#!/bin/sh\necho "$@" >> '${said}'\n${script}\n`);
  chmodSync(join(programs, 'ssh'), 0o755);
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env['PATH']}` };
  const url = `ssh://git@git.example.com${join(server.root, 'team.git')}`;
  const store = temporaryFolder();
  const open = (limits: FetchLimits = FETCH_LIMITS, ref?: string) =>
    openOrigin({ url, ref, folder: undefined }, { env, store, limits });
  return { repository, commit, programs, store, open, said: () => readFileSync(said, 'utf8') };
}

const leftovers = (store: string) => {
  const drafts = join(store, 'incoming');
  return existsSync(drafts) ? readdirSync(drafts) : [];
};

describe('a repository by ssh', unless(onWindows), () => {
  it('is copied at its default branch, at a branch, and at a commit', async () => {
    const { repository, commit, open, store } = await hostWith();
    const first = await open();
    expect(first.resolved).toEqual({ ref: null, folder: null, commit });
    const draft = await first.fetch('team');
    expect(Object.keys(draft.facts.skills)).toEqual(['js/acme/tiny']);
    expect(leftovers(store)).toHaveLength(1);
    repository.git('checkout', '-q', '-b', 'next');
    const next = repository.commit({ 'skills/js/acme/tiny/overview.md': '# tiny\n\nNew.\n' });
    repository.publish();
    expect((await open(FETCH_LIMITS, 'next')).resolved.commit).toBe(next);
    const { files } = (await (await open(FETCH_LIMITS, commit)).fetch('team')).facts;
    expect(files).toEqual(draft.facts.files);
  });

  it('tells whether its history was rewritten', async () => {
    const { repository, commit, open } = await hostWith();
    repository.commit({ new: '1' });
    repository.publish();
    expect(await (await open()).isAfter(commit)).toBe(true);
    repository.git('checkout', '-q', '--orphan', 'other');
    repository.commit({ new: '2' });
    repository.git('branch', '-M', 'other', 'main');
    repository.publish();
    expect(await (await open()).isAfter(commit)).toBe(false);
  });

  it('gets fixed arguments, with the address behind all options', async () => {
    const { open, said } = await hostWith();
    await (await open()).fetch('team');
    for (const call of said().trim().split('\n'))
      expect(call).toMatch(/^(?:-o SendEnv=GIT_PROTOCOL )?git@git\.example\.com git-upload-pack '\/[^']+'$/);
  });

  it.each([
    ['git@git.example.com: Permission denied (publickey).', /accepts none of your ssh keys/],
    ['Host key verification failed.', /Connect once by hand: ssh git\.example\.com/],
    ['ssh: Could not resolve hostname git.example.com', /There is no host git\.example\.com/],
    ["fatal: '/x.git' does not appear to be a git repository", /There is no Git repository at ssh/],
    ['Something new\u001b[31m', /can't be read/],
  ])('says what helps when ssh says %j', async (line, sentence) => {
    const { open } = await hostWith(`echo ${JSON.stringify(line)} >&2; exit 255`);
    await expect(open()).rejects.toThrow(sentence);
  });

  it('is given up when the host is silent, and nothing goes on running', async () => {
    const { open, store, programs } = await hostWith(`echo $$ > "$0.pid"; sleep 600`);
    await expect(open({ ...FETCH_LIMITS, silenceMs: 300 })).rejects.toThrow(
      'git.example.com was silent for 1 s. Try again later.',
    );
    const pid = Number(readFileSync(join(programs, 'ssh.pid'), 'utf8'));
    // A zombie ended, too, where nothing collects it.
    expect(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString()).toMatch(/^(?:Z|$)/);
    expect(leftovers(store)).toEqual([]);
  });

  it('is refused when it sends more than the limit', async () => {
    const { repository, open, store } = await hostWith();
    repository.commit({ 'noise.bin': randomBytes(3_000_000) });
    repository.publish();
    const session = await open({ ...FETCH_LIMITS, receivedBytes: 1_000_000 });
    await expect(session.fetch('team')).rejects.toThrow(/sends more than/);
    expect(leftovers(store)).toEqual([]);
  });

  it('needs git', async () => {
    const open = openOrigin(
      { url: 'ssh://git@git.example.com/x', ref: undefined, folder: undefined },
      { env: { PATH: temporaryFolder() }, store: temporaryFolder() },
    );
    await expect(open).rejects.toThrow('Addresses for ssh need git, and there is no git in PATH.');
  });
});
