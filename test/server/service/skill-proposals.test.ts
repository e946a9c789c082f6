import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { RegistryLocation } from '../../../src-server/registry/model/registry-snapshot.ts';
import type { ServerOptions } from '../../../src-server/service/running-server.ts';
import { skillProposals } from '../../../src-server/service/skill-proposals.ts';
import { type GitServer, startGitServer, type TestRepository } from '../../support/git-server.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { type Answer, ask, startTestServer, type TestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';
import { validSkill } from '../../support/valid-skill.ts';

const [KEY, NEW_KEY] = ['cpp/gabime/spdlog', 'cpp/redis/hiredis'];

const submission = (key = NEW_KEY) => {
  const { manifest, files } = validSkill(key);
  const trust_score_sources = { stars: 15, update_freshness: 15, issue_health: 3 };
  return { skill: { ...manifest, trust_score: 50, trust_score_sources }, files };
};

const post = (server: TestServer, body: unknown): Promise<Answer> =>
  ask(`${server.url}/v1/skills`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

let git: GitServer;
let team: TestRepository;
const url = () => `${git.url}/team.git`;
const bare = (...args: readonly string[]) =>
  execFileSync('git', ['-C', join(git.root, 'team.git'), ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
const branches = () => bare('branch', '--format=%(refname:short)').split('\n');

const serve = (options: Partial<ServerOptions> = {}) =>
  startTestServer(temporaryRegistry([KEY]), { allowSubmit: true, submitTo: url(), ...options });

beforeEach(async () => {
  git = await startGitServer();
  team = git.repository();
  const files = skillFiles(`skills/${KEY}`, KEY);
  team.commit(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        typeof text === 'string' ? text : JSON.stringify(text),
      ]),
    ),
  );
  team.publish();
  bare('config', 'http.receivepack', 'true');
});

describe('a submission to a service with a Git repository', () => {
  it('becomes a branch with one commit, and leaves the folder and the temporary folder alone', async () => {
    const server = await serve();
    const temporary = temporaryFolder();
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    onTestFinished(() => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    });
    const answer = await post(server, submission());
    const { branch, ...rest } = answer.json<{ branch: string }>();
    expect([answer.status, rest]).toEqual([202, { key: NEW_KEY }]);
    expect(branch).toMatch(/^submit\/cpp-redis-hiredis-[0-9a-f]{12}$/);
    expect(branches()).toEqual(['main', branch]);
    const changed = bare('diff', '--name-status', 'main', branch).split('\n');
    const paths = [...Object.keys(submission().files), 'skill.json'].map(
      (path) => `A\tskills/${NEW_KEY}/${path}`,
    );
    expect(changed).toEqual(paths.sort());
    expect(bare('show', `${branch}:skills/${NEW_KEY}/overview.md`)).toBe(
      submission().files['overview.md']?.trim(),
    );
    expect(bare('rev-list', '--count', `main..${branch}`)).toBe('1');
    expect(bare('log', '-1', '--format=%an <%ae>%n%B', branch)).toBe(
      [
        'Skills Registry <skills-registry@localhost>',
        `Add ${NEW_KEY}`,
        '',
        'Submitted to Skills Registry, and checked by its rules.',
        '',
        'Library version: 1.2.0',
        'Skill version: 1.0.0',
        `Files: ${paths.length}`,
      ].join('\n'),
    );
    expect((await server.get(`/v1/skills/${NEW_KEY}`)).status).toBe(404);
    expect((await server.get('/v1/status')).json()).toMatchObject({ submissions: true });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('has the same branch again, from any replica, and another one if it differs', async () => {
    const [one, other] = [await serve({ isReplica: true }), await serve({ isReplica: true })];
    const [first, second] = await Promise.all([post(one, submission()), post(other, submission())]);
    expect([first.status, second.status, first.text]).toEqual([202, 202, second.text]);
    const { skill, files } = submission();
    const changed = {
      skill,
      files: { ...files, 'overview.md': `${files['overview.md']}\nOne more line.\n` },
    };
    const { branch } = (await post(one, changed)).json<{ branch: string }>();
    expect(branches().sort()).toEqual(['main', first.json<{ branch: string }>().branch, branch].sort());
  });

  it('is refused if the repository has the skill already, also in other letters, though the service does not', async () => {
    const server = await serve();
    team.commit({ 'skills/cpp/Redis/hiredis/skill.json': '{}' });
    team.publish();
    bare('config', 'http.receivepack', 'true');
    const answer = await post(server, submission());
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('exists already in')]);
    expect((await post(server, submission(KEY))).status).toBe(409);
    expect(branches()).toEqual(['main']);
  });

  it('is refused where the repository has a file in place of its folder: the branch would delete it', async () => {
    const server = await serve();
    team.commit({ 'skills/cpp/redis': 'A link or a text of somebody else.' });
    team.publish();
    bare('config', 'http.receivepack', 'true');
    const answer = await post(server, submission());
    expect([answer.status, answer.text]).toEqual([
      502,
      expect.stringContaining('has a file skills/cpp/redis where the skill needs a folder'),
    ]);
    expect(branches()).toEqual(['main']);
  });

  it('says why the repository did not take it', unless(onWindows), async () => {
    const server = await serve();
    bare('config', 'http.receivepack', 'false');
    const forbidden = await post(server, submission());
    expect([forbidden.status, forbidden.text]).toEqual([
      502,
      expect.stringContaining('does not let this service push'),
    ]);
    bare('config', 'http.receivepack', 'true');
    const hook = join(git.root, 'team.git/hooks/pre-receive');
    mkdirSync(join(git.root, 'team.git/hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho "Branches need a ticket." >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const refused = await post(server, submission());
    expect([refused.status, refused.text]).toEqual([502, expect.stringContaining('Branches need a ticket.')]);
    git.intercept = (_request, response) => {
      response.writeHead(404).end();
      return true;
    };
    const missing = await post(server, submission());
    expect([missing.status, missing.text]).toEqual([
      502,
      expect.stringContaining('There is no Git repository at'),
    ]);
  });

  it('sends the token to the repository’s host alone, and follows no redirect', async () => {
    const variable = `SKILLS_REGISTRY_TOKEN_127_0_0_1_${new URL(git.url).port}`;
    process.env[variable] = 'push-token';
    onTestFinished(() => void delete process.env[variable]);
    const other = await startGitServer();
    git.intercept = (request, response) => {
      response.writeHead(301, { Location: `${other.url}${request.url}` }).end();
      return true;
    };
    expect((await post(await serve(), submission())).status).toBe(502);
    expect(git.requests[0]?.authorization).toBe(
      `Basic ${Buffer.from('x-access-token:push-token').toString('base64')}`,
    );
    expect(other.requests).toEqual([]);
  });

  it('ends git, and leaves no temporary folder, when its caller is gone', async () => {
    const temporary = temporaryFolder();
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    onTestFinished(() => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    });
    const gone = new AbortController();
    git.intercept = () => {
      gone.abort();
      return true;
    };
    const { manifest, files } = validSkill(NEW_KEY);
    const skill = { key: NEW_KEY, manifest, manifestText: '{}', files, takenOut: [] };
    const location = { layout: 'registry', skillsFolder: 'skills' } as RegistryLocation;
    await expect(skillProposals(url())(skill, location, gone.signal)).rejects.toThrow('aborted');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it(
    'runs and follows nothing that the repository or the registry’s folder brings',
    unless(onWindows),
    async () => {
      const [mark, registry] = [join(temporaryFolder(), 'mark'), temporaryRegistry([KEY])];
      const run = `touch ${mark}`;
      symlinkSync(tmpdir(), join(team.folder, 'skills', 'rust'));
      team.commit({
        '.gitattributes': '* filter=evil\n',
        '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "${run}"\n`,
      });
      team.publish();
      bare('config', 'http.receivepack', 'true');
      const own = join(registry, '.git');
      execFileSync('git', ['init', '-q', registry]);
      writeFileSync(
        join(own, 'config'),
        `[core]\n\tfsmonitor = ${run}\n\tsshCommand = ${run}\n\thooksPath = ${own}/hooks\n[filter "evil"]\n\tclean = ${run}\n`,
      );
      for (const name of ['pre-push', 'post-commit', 'reference-transaction', 'post-checkout']) {
        mkdirSync(join(own, 'hooks'), { recursive: true });
        writeFileSync(join(own, 'hooks', name), `#!/bin/sh\n${run}\n`);
        chmodSync(join(own, 'hooks', name), 0o755);
      }
      const server = await startTestServer(registry, { allowSubmit: true, submitTo: url() });
      expect((await post(server, submission())).status).toBe(202);
      expect(readdirSync(join(mark, '..'))).toEqual([]);
    },
  );
});

describe('a replica without a Git repository', () => {
  it('refuses submissions with the reason', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]), { allowSubmit: true, isReplica: true });
    const answer = await post(server, submission());
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('--submit-to')]);
    expect((await server.get('/v1/status')).json()).toMatchObject({ submissions: false });
  });
});
