/** What git says, in a sentence for people; git's own message follows. */
import { printable } from '../contract/words/printable.ts';
import { NoRepository, RegistryRefusal } from './registry-refusal.ts';

const GET_GIT = 'Get it: https://git-scm.com/downloads';
export const NO_GIT = `Registries are fetched with Git, and there is no git in PATH. ${GET_GIT}`;
export const OLD_GIT = (version: string) =>
  `Registries are fetched with Git 2.30 or newer, and git in PATH is ${version}. ${GET_GIT}`;

type Sentence = (url: string, host: string) => string;

/** Nothing that could be a repository answers: perhaps an exported site. */
const NO_REPOSITORY: readonly (readonly [RegExp, Sentence])[] = [
  [
    /could not read (?:Username|Password)|Authentication failed|returned error: 401/i,
    (url, host) =>
      `${host} wants to know who asks for ${url} (401), and git has no name and token for it that are accepted. Let git store them, by: git ls-remote ${url}`,
  ],
  [/returned error: 403/i, (url) => `Your git may not read ${url} (403).`],
  [
    /not valid: is this a git repository|repository '.*' not found|returned error: (?:404|410)/i,
    (url) => `There is no Git repository at ${url}, or you may not read it.`,
  ],
  [
    /unable to update url base from redirection|Invalid HTTP redirect|redirect/i,
    (url) => `${url} leads to another address. Give the address that it leads to.`,
  ],
];

const OTHERS: readonly (readonly [RegExp, Sentence])[] = [
  [/returned error: 429/i, (_, host) => `${host} asks to wait (429). Try again in some minutes.`],
  [/returned error: 5\d\d/i, (_, host) => `${host} has a problem of its own. Try again later.`],
  [
    /dumb http transport/i,
    (url) =>
      `${url} serves the dumb HTTP protocol only, which can't send a single commit. Ask for smart HTTP (git http-backend), or clone it and serve the folder.`,
  ],
  [
    /Could not resolve host(?:name)?/i,
    (_, host) => `There is no host ${host}. Check the spelling and your connection.`,
  ],
  [
    /SSL|certificate/i,
    (_, host) => `The certificate of ${host} is not trusted. Git trusts another authority by http.sslCAInfo.`,
  ],
  [
    /Host key verification failed/i,
    (_, host) => `The key of ${host} is not known or has changed. Connect once by hand: ssh ${host}`,
  ],
  [
    /Permission denied/i,
    (_, host) =>
      `${host} accepts none of your ssh keys. Add your key to ssh-agent, or give the address that begins with https://.`,
  ],
  [
    /cannot run ssh|ssh: not found|No such file or directory: .*ssh/i,
    () => 'Addresses for ssh need the program ssh, and it is not installed.',
  ],
  [
    /Failed to connect|Couldn't connect|Connection refused|timed out|No route to host|Network is unreachable/i,
    (_, host) => `${host} can't be reached. Check your connection.`,
  ],
  [
    /not our ref|unadvertised object|couldn't find remote ref/i,
    (url) => `${url} doesn't have this commit any more.`,
  ],
  [
    /not found|does not appear to be a git repository|does not exist|could not be found/i,
    (url) => `There is no Git repository at ${url}, or you may not read it.`,
  ],
  [/No space left on device|Disk quota/i, () => 'The disk is full, so nothing was changed. Make room.'],
];

/** @param said end of git's standard error, in English */
export function describeGitFailure(said: string, url: string): RegistryRefusal {
  const host = hostOf(url);
  const lines = said
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const own = lines.find((line) => /^(?:fatal|error|ssh|remote):/.test(line)) ?? lines.at(-1) ?? 'no reason';
  const after = ` Git says: ${printable(own.slice(0, 300))}`;
  const find = (table: typeof OTHERS) => table.find(([pattern]) => pattern.test(said))?.[1](url, host);
  const none = find(NO_REPOSITORY);
  if (none !== undefined) return new NoRepository(`${none}${after}`);
  return new RegistryRefusal(`${find(OTHERS) ?? `${url} can't be read.`}${after}`);
}

export function hostOf(url: string): string {
  const [, authority, scp] = /^(?:\w+:\/\/(?:[^@/]*@)?([^/]+)|[^@]+@([^:]+):)/.exec(url) ?? [];
  return authority ?? scp ?? url;
}
