/** By the system's git, with the user's keys, agent and ssh settings. */
import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../contract/words/printable.ts';
import { guardPath } from '../../platform/guarded-path.ts';
import { DRAFTS } from '../copy-facts.ts';
import type { TransferLimits } from '../origin-client.ts';
import { RegistryRefusal } from '../registry-refusal.ts';
import { type PackRequest, parseAdvertised, type RepositoryClient } from './repository-client.ts';
import { FETCH_OPTIONS, hostOf, runGit } from './run-git.ts';

export interface SshOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute; for a temporary bare repository. */
  readonly store: string;
  readonly limits: TransferLimits;
  /** Received in total. */
  readonly onProgress?: (bytes: number) => void;
}

/** @param url validated `ssh://…` or `user@host:path` */
export function openSshRepository(url: string, options: SshOptions): RepositoryClient {
  const git = { ...options, describeFailure };
  return {
    async refs(prefixes) {
      const out = await runGit(['ls-remote', '--', url], url, git);
      const all = parseAdvertised(out.replaceAll('\t', ' ').split('\n'));
      return all.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
    },
    async pack(request) {
      const name = `${DRAFTS}/${process.pid}.${randomUUID()}`;
      const { path: folder } = await guardPath(options.store, name, 0o700);
      const packs = join(folder, 'objects', 'pack');
      try {
        await runGit(['init', '-q', '--bare', '--template=', '--', folder], url, git);
        const fetch = [`--git-dir=${folder}`, ...fetchArguments(url, request)];
        await runGit(fetch, url, { ...git, packs });
        return await readPack(packs, url);
      } finally {
        await fs.rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** History without trees and files, if supported. */
function fetchArguments(url: string, { commit, since }: PackRequest): readonly string[] {
  if (since === undefined) return ['fetch', '--depth=1', ...FETCH_OPTIONS, '--', url, commit];
  const remote = ['-c', `remote.history.url=${url}`, '-c', 'remote.history.promisor=true'];
  return [...remote, 'fetch', '--filter=tree:0', ...FETCH_OPTIONS, 'history', commit];
}

async function readPack(packs: string, url: string): Promise<Buffer> {
  const [name] = (await fs.readdir(packs)).filter((file) => file.endsWith('.pack'));
  if (name === undefined) throw new RegistryRefusal(`${url} sent no files.`);
  return fs.readFile(join(packs, name));
}

/** From English output of ssh and git. */
function describeFailure(said: string, url: string): RegistryRefusal {
  const host = hostOf(url);
  const known: readonly (readonly [RegExp, string])[] = [
    [
      /Host key verification failed/i,
      `The key of ${host} is not known or has changed. Connect once by hand: ssh ${host}`,
    ],
    [
      /Permission denied/i,
      `${host} accepts none of your ssh keys. Add your key to ssh-agent, or give the address that begins with https://.`,
    ],
    [/Could not resolve hostname/i, `There is no host ${host}. Check the spelling and your connection.`],
    [
      /Connection refused|timed out|No route to host|Network is unreachable/i,
      `${host} can't be reached. Check your connection.`,
    ],
    [
      /cannot run ssh|ssh: not found|No such file or directory: .*ssh/i,
      'Addresses for ssh need the program ssh, and it is not installed.',
    ],
    [
      /not our ref|unadvertised object|couldn't find remote ref/i,
      `${url} doesn't have this commit any more.`,
    ],
    [
      /not found|does not appear to be a git repository|does not exist|could not be found/i,
      `There is no Git repository at ${url}, or you may not read it.`,
    ],
  ];
  const sentence = known.find(([pattern]) => pattern.test(said))?.[1];
  const last =
    said
      .trim()
      .split(/[\r\n]+/)
      .at(-1) ?? '';
  return new RegistryRefusal(
    sentence ?? `${url} can't be read: ${printable(last.slice(0, 200)) || 'git failed'}`,
  );
}
