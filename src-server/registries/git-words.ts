/** What git says, in a sentence for people; git's own message follows. */
import { printable } from '../contract/words/printable.ts';
import { NoRepository } from './registry-refusal.ts';

export function noGit(version = 'none'): string {
  return `Registries are fetched with Git 2.30 or newer; git in PATH: ${version}. Get it: https://git-scm.com/downloads`;
}

const SENTENCES: readonly (readonly [RegExp, (url: string, host: string) => string])[] = [
  [
    /could not read (?:Username|Password)|Authentication failed|returned error: 401/i,
    (url, host) =>
      `${host} wants to know who asks for ${url} (401), and git has no name and token for it that are accepted. Let git store them, by: git ls-remote ${url}`,
  ],
  [/returned error: 429/i, (_, host) => `${host} asks to wait (429). Try again in some minutes.`],
  [
    /dumb http transport/i,
    (url) =>
      `${url} serves the dumb HTTP protocol only, which can't send a single commit. Ask for smart HTTP (git http-backend), or clone it and serve the folder.`,
  ],
  [
    /Could not resolve host|Failed to connect|Couldn't connect|Connection refused|timed out|unreachable/i,
    (_, host) => `${host} can't be reached. Check the spelling and your connection.`,
  ],
  [
    /Host key verification failed/i,
    (_, host) => `The key of ${host} is not known or has changed. Connect once by hand: ssh ${host}`,
  ],
  [
    /Permission denied/i,
    (_, host) =>
      `${host} accepts none of your ssh keys. Add your key to ssh-agent, or give the https address.`,
  ],
  [
    /not valid: is this a git repository|not found|returned error: (?:403|404|410)|does not appear to be/i,
    (url) => `There is no Git repository at ${url}, or you may not read it.`,
  ],
];

/** @param said end of git's standard error, in English */
export function describeGitFailure(said: string, url: string): NoRepository {
  const lines = said
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const own = lines.find((line) => /^(?:fatal|error|ssh|remote):/.test(line)) ?? lines.at(-1) ?? 'no reason';
  const sentence = SENTENCES.find(([pattern]) => pattern.test(said))?.[1](url, hostOf(url));
  return new NoRepository(`${sentence ?? `${url} can't be read.`} Git says: ${printable(own.slice(0, 300))}`);
}

export function hostOf(url: string): string {
  const [, authority, scp] = /^(?:\w+:\/\/(?:[^@/]*@)?([^/]+)|[^@]+@([^:]+):)/.exec(url) ?? [];
  return authority ?? scp ?? url;
}
