import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../contract/api/error-codes.ts';
import { printable } from '../contract/words/printable.ts';
import { joinRelative } from '../registry/model/relative-path.ts';
import { foldersAbove } from './copy-names.ts';
import { authorizationFor } from './credentials.ts';
import { MAX_RECEIVED_BYTES } from './fetch-copy.ts';
import { FETCH_OPTIONS, type GitOptions, hostOf, runGit } from './git/run-git.ts';
import { isSshAddress } from './registry-address.ts';
import { RegistryRefusal } from './registry-refusal.ts';
import { branchOf, type ProposedSkill, skillCommit } from './skill-branch.ts';

export interface ProposalTarget {
  /** Validated address, for ssh, https, or http on loopback. */
  readonly url: string;
  /** Folder of skills in the repository; '' for the root. */
  readonly skillsFolder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly limits?: GitOptions['limits'];
}

export const PROPOSAL_SILENCE_MS = 30_000;
export const MAX_PROPOSAL_MS = 120_000;

const LIMITS: GitOptions['limits'] = {
  silenceMs: PROPOSAL_SILENCE_MS,
  totalMs: MAX_PROPOSAL_MS,
  receivedBytes: MAX_RECEIVED_BYTES,
};

/**
 * Pushes a branch with the skill on top of the default branch. Never checks out a file, so no link, attribute
 * or filter of the repository counts.
 *
 * @returns its name, also if the same skill was pushed before
 * @throws {ApiError} `skill_exists`, `not_proposed`
 */
export async function proposeSkill(skill: ProposedSkill, target: ProposalTarget): Promise<string> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'skills-registry-'));
  try {
    return await propose(skill, target, folder);
  } catch (error) {
    if (!(error instanceof RegistryRefusal)) throw error;
    throw new ApiError('not_proposed', `The skill was not added: ${error.message}`, { cause: error });
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function propose(skill: ProposedSkill, target: ProposalTarget, folder: string): Promise<string> {
  const { url, skillsFolder, signal, limits = LIMITS } = target;
  const env = await environment(target, folder);
  const options: GitOptions = {
    env,
    store: folder,
    limits,
    describeFailure,
    ...(signal !== undefined && { signal }),
  };
  const git = (args: readonly string[], more: Partial<GitOptions> = {}) =>
    runGit([...SETTINGS, ...args], url, { ...options, ...more });
  const branch = branchOf(skill);
  const ref = `refs/heads/${branch}`;
  const refs = await git(['ls-remote', '--', url, 'HEAD', ref]);
  if (refs.includes(`\t${ref}\n`)) return branch;
  const parent = /^([0-9a-f]{40})\tHEAD$/m.exec(refs)?.[1];
  if (parent === undefined) throw new RegistryRefusal(`${url} is empty: it has no branch yet.`);
  const store = join(folder, 'clone.git');
  await git(['init', '-q', '--bare', '--template=', '--', store]);
  const here = [`--git-dir=${store}`];
  const remote = ['-c', `remote.origin.url=${url}`, '-c', 'remote.origin.promisor=true'];
  const fetch = [...remote, 'fetch', '--depth=1', '--filter=blob:none', ...FETCH_OPTIONS, 'origin', parent];
  await git([...here, ...fetch], { packs: join(store, 'objects', 'pack') });
  const wanted = joinRelative(skillsFolder, skill.key);
  const folders = await git([...here, 'ls-tree', '-d', '-r', '-z', '--name-only', parent]);
  if (isTaken(wanted, folders.split('\0')))
    throw new ApiError('skill_exists', `Skill '${skill.key}' exists already in ${url}.`);
  const paths = [...foldersAbove(wanted), wanted];
  const entries = await git([...here, 'ls-tree', '-z', parent, '--', ...paths]);
  const file = fileAmong(paths, entries.split('\0'));
  if (file !== undefined)
    throw new RegistryRefusal(`${url} has a file ${printable(file)} where the skill needs a folder.`);
  const input = skillCommit(skill, { parent, skillsFolder, env, now: new Date() });
  await git([...here, 'fast-import', '--quiet', '--done'], { input });
  try {
    await git([...here, 'push', '--no-verify', '--quiet', '--', url, `${ref}:${ref}`]);
  } catch (error) {
    // Another service may have pushed the same skill meanwhile.
    const now = await git(['ls-remote', '--', url, ref]).catch(() => '');
    if (!now.includes(`\t${ref}\n`)) throw error;
  }
  return branch;
}

const SETTINGS = [
  ...['-c', 'credential.helper=', '-c', 'http.followRedirects=false', '-c', 'push.followTags=false'],
  ...['-c', 'push.gpgSign=false', '-c', 'push.recurseSubmodules=no', '-c', 'submodule.recurse=false'],
];

/** The token by a variable: other users see arguments. */
async function environment({ url, env }: ProposalTarget, folder: string): Promise<NodeJS.ProcessEnv> {
  const plain = { ...env, GIT_CONFIG_NOSYSTEM: '1' };
  if (isSshAddress(url)) return plain;
  const authorization = await authorizationFor(url, { env, folder });
  if (authorization === undefined) return plain;
  return {
    ...plain,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  };
}

/** Ignores case, as some systems do. */
function isTaken(folder: string, folders: readonly string[]): boolean {
  return folders.some((known) => known.toLowerCase() === folder.toLowerCase());
}

/**
 * Git would replace the file by a folder.
 *
 * @param entries `<mode> <type> <id>\t<path>`; may contain neighbours
 */
function fileAmong(paths: readonly string[], entries: readonly string[]): string | undefined {
  return entries
    .map((entry) => /^\d+ (\w+) \w+\t(.*)$/s.exec(entry) ?? [])
    .find(([, type, path = '']) => type !== 'tree' && paths.includes(path))?.[2];
}

/** From English output of git, ssh and the server. */
function describeFailure(said: string, url: string): RegistryRefusal {
  const host = hostOf(url);
  const known: readonly (readonly [RegExp, string])[] = [
    [/Host key verification failed/i, `The key of ${host} is not known to this service, or has changed.`],
    [
      /Permission denied|Authentication failed|could not read Username|error: 40[13]\b|not allowed to push|denied to/i,
      `${host} does not let this service push to ${url}. Its key or token needs the right to push branches.`,
    ],
    [/Could not resolve host/i, `There is no host ${host}.`],
    [
      /Connection refused|timed out|No route to host|unreachable|Failed to connect|Empty reply/i,
      `${host} can't be reached now. Try again later.`,
    ],
    [/not found|does not appear to be a git repository/i, `There is no Git repository at ${url}.`],
  ];
  // Words of a hook; the names of branches above say nothing.
  const remote = said.split(/[\r\n]+/).flatMap((line) => /^remote: (.*\S)/.exec(line)?.[1] ?? []);
  const isDeclined = /\[remote rejected\]/.test(said);
  const sentence = isDeclined ? undefined : known.find(([pattern]) => pattern.test(said))?.[1];
  const words = printable((remote.length > 0 ? remote.join(' ') : said.trim()).slice(-300));
  return new RegistryRefusal(sentence ?? `${url} did not take the branch: ${words || 'git failed'}`);
}
