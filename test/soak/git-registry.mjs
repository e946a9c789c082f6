import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';

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
  const server = http.createServer((request, response) => answer(root, request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/team.git`, commit, close: () => server.close() };
}

/** By CGI. */
function answer(root, request, response) {
  const { pathname, search } = new URL(request.url, 'http://soak');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...{
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_NOSYSTEM: '1',
      },
      ...{
        REQUEST_METHOD: request.method,
        PATH_INFO: decodeURIComponent(pathname),
        QUERY_STRING: search.slice(1),
      },
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.on('close', () => {
    const bytes = Buffer.concat(chunks);
    const end = bytes.indexOf('\r\n\r\n');
    const headers = bytes
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(/: (.*)/s));
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.writeHead(
      Number.parseInt(status, 10),
      Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
    );
    response.end(bytes.subarray(end + 4));
  });
}
