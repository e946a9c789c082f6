import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { skillFiles, startGitServer } from '../../support/git-server.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { eventually } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const drafts = (userFolder: string) => {
  const folder = join(userFolder, 'skills-registry', 'registries', 'incoming');
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', unless(onWindows), (signal) => {
  it.each([
    ['lists the branches', (line: string) => line.includes('info/refs')],
    ['sends the files', (line: string) => line.startsWith('POST') && line.endsWith('git-upload-pack')],
  ])('ends registry add, its git and its folders, while the host %s', async (_, hangsAt) => {
    const server = await startGitServer();
    const repository = server.repository();
    repository.commit(skillFiles('tiny'));
    repository.publish();
    let posts = 0;
    let isReached = false;
    const gone = new Promise((resolve) => {
      server.intercept = (request) => {
        const line = `${request.method} ${request.url}`;
        // The first POST lists the refs.
        if (request.method === 'POST') posts += 1;
        if (!hangsAt(line) || (request.method === 'POST' && posts < 2)) return false;
        isReached = true;
        request.socket.once('close', resolve);
        return true;
      };
    });
    const userFolder = temporaryUserFolder();
    const cli = startCli(['registry', 'add', `${server.url}/team.git`, '--yes'], { userFolder });
    await eventually(
      () => isReached,
      (value) => value,
    );
    const ended = new Promise((resolve) => cli.process.once('exit', (...how) => resolve(how)));
    cli.process.kill(signal);
    expect(await ended).toEqual([null, signal]);
    await gone;
    await eventually(
      () => drafts(userFolder),
      (names) => names.length === 0,
    );
  });
});

it('a command whose answer never comes exits with 1, and says so', async () => {
  const { port } = await listening(createServer());
  const userFolder = temporaryUserFolder();
  const servers = join(userFolder, 'skills-registry', 'servers');
  mkdirSync(servers, { recursive: true });
  writeFileSync(join(servers, '1.json'), JSON.stringify(discoveryFile({ port })));
  // Requests that are never sent, and never fail.
  const never = temporaryFolder({
    'never.cjs': `const http = require('node:http');
      http.request = () => new (require('node:events'))();
      http.request.prototype = {};
      require('node:events').prototype.end = () => {};
      require('node:module').syncBuiltinESMExports();`,
  });
  const { code, out, err } = await runCliProcess(['status'], {
    userFolder,
    env: { NODE_OPTIONS: `--require ${join(never, 'never.cjs')}` },
  });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('ended without an answer');
});
