import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { answerByGit } from '../support/git-backend.mjs';

/**
 * A registry in a Git repository, served by `git http-backend` on loopback.
 *
 * @param {string} root empty folder
 */
export async function serveGitRegistry(root) {
  const [work, bare] = [join(root, 'work'), join(root, 'team.git')];
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Soak', '-c', 'user.email=soak@example.com', '-C', work, ...args], {
      stdio: 'ignore',
    });
  const folder = join(work, 'skills/js/acme/added');
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare]);
  git('init', '-q', '-b', 'main');
  const manifest = {
    name: 'added',
    repo: 'acme/added',
    language: 'js',
    tier: 'tier2',
    group: 'main',
    schema: 'skills/v1',
    tags: ['a'],
  };
  writeFileSync(join(folder, 'skill.json'), JSON.stringify(manifest));
  const commit = (number) => {
    writeFileSync(join(folder, 'overview.md'), `# Added\n\nText number ${number}.\n`);
    git('add', '-A');
    git('commit', '-q', '-m', `Change ${number}`);
    git('push', '-q', '--mirror', bare);
  };
  commit(0);
  const server = http.createServer((request, response) => answerByGit(root, request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/team.git`, commit, close: () => server.close() };
}
