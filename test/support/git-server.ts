import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { answerByGit } from './git-backend.mjs';
import { listening } from './listening.ts';

/** A repository that tests write, and its bare copy that is served. */
export interface TestRepository {
  /** Name of the bare copy, below the server's address. */
  readonly name: string;
  /** Absolute path of the working copy. */
  readonly folder: string;
  git(...args: readonly string[]): string;
  /** Writes files by path, removes those that are null, and commits all. */
  commit(files: Readonly<Record<string, string | Buffer | null>>): string;
  /** Makes the bare copy the same, rewritten branches and removed ones included. */
  publish(): void;
}

/** What is done with a request before git sees it. True: it was answered, or is left hanging. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface GitServer {
  readonly url: string;
  /** Absolute; holds the bare copies. */
  readonly root: string;
  /** Method, path and `Authorization` of each request so far. */
  readonly requests: { readonly line: string; readonly authorization: string | undefined }[];
  intercept: Intercept;
  repository(name?: string): TestRepository;
}

export const SKILL = (name: string, risk = 'low') =>
  JSON.stringify({
    name,
    repo: `acme/${name}`,
    language: 'js',
    tier: 'tier2',
    group: 'main',
    risk_level: risk,
    schema: 'skills/v1',
    tags: ['a'],
  });

/** Files of one skill, below `skills/`. */
export function skillFiles(name: string, risk?: string, text = 'Nothing yet.'): Record<string, string> {
  const folder = `skills/js/acme/${name}`;
  return { [`${folder}/skill.json`]: SKILL(name, risk), [`${folder}/overview.md`]: `# ${name}\n\n${text}\n` };
}

/** Git's own HTTP server on loopback, behind a server that can misbehave; ended when the test ends. */
export async function startGitServer(
  tls?: SecureContextOptions,
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'skills-registry-git-'));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  const requests: GitServer['requests'] = [];
  const server = { root, requests, intercept: (() => false) as Intercept };
  const answer: RequestListener = (request, response) => {
    requests.push({ line: `${request.method} ${request.url}`, authorization: request.headers.authorization });
    if (!server.intercept(request, response)) answerByGit(root, request, response);
  };
  const http = tls === undefined ? createServer(answer) : createSecureServer(tls, answer);
  const { url: plain } = await listening(http, atEnd);
  const url = tls === undefined ? plain : plain.replace('http:', 'https:');
  return Object.assign(server, { url, repository: (name = 'team') => createRepository(root, name) });
}

function createRepository(root: string, name: string): TestRepository {
  const folder = join(root, 'work', name);
  mkdirSync(folder, { recursive: true });
  const bare = join(root, `${name}.git`);
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-C', folder, ...args],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ).trim();
  git('init', '-q', '-b', 'main');
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare]);
  git('remote', 'add', 'bare', bare);
  return {
    name,
    folder,
    git,
    commit(files) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        if (content === null) rmSync(file, { recursive: true });
        else writeFileSync(file, content);
      }
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', 'change');
      return git('rev-parse', 'HEAD');
    },
    publish: () => void git('push', '-q', '--mirror', 'bare'),
  };
}
