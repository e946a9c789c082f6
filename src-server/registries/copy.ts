/** Gives copies of Git repositories and of sites what they share: refusals, paths, redirects, facts and drafts. */

import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SkillKey } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { isWindowsDevice, printable } from '../contract/outside-text.ts';
import { isLoopbackName } from '../contract/service.ts';
import { type FetchProgress, groupDigits } from '../contract/words.ts';
import { CREATE_NEW, guardPath, removeAtEnd } from '../platform/files.ts';
import { locateRegistry } from '../registry/locate.ts';

/** The work on a registry was refused. The message is for people and has no secrets. */
export class RegistryRefusal extends Error {
  override readonly name = 'RegistryRefusal';
}

/** The request has a malformed address or name. */
export class WrongRequest extends RegistryRefusal {}

/** Git can’t read the address; it may be that of an exported site. */
export class NoRepository extends RegistryRefusal {}

const LONGEST_NAME = 255;
const LONGEST_PATH = 1_000;
const MOST_LEFT_OUT_NAMED = 20;

/**
 * Decides which paths of a copy may be written, in the order in which they come, and keeps what is left out.
 */
export class CopyPaths {
  /** The spelling of each path that was taken, by the form that file systems may take for the same. */
  readonly #taken = new Map<string, string>();
  readonly #named: string[] = [];
  #count = 0;

  /** Returns the path if it may be written, and throws a `RegistryRefusal` for an attack. */
  take(bytes: Buffer): string | undefined {
    // Bytes of names that are no UTF-8 become U+FFFD, never a slash.
    const path = bytes.toString('utf8');
    if (path.split('/').some(isHostile))
      throw new RegistryRefusal(
        `Nothing was taken: ${printable(path.slice(0, LONGEST_PATH))} has a name that leads elsewhere, or is of Git’s own files.`,
      );
    const why = isUtf8(bytes) ? this.#faultOf(path) : 'has a name that is not UTF-8';
    if (why !== undefined) this.leaveOut(path, why);
    return why === undefined ? path : undefined;
  }

  leaveOut(path: string, why: string): void {
    this.#count += 1;
    if (this.#named.length < MOST_LEFT_OUT_NAMED)
      this.#named.push(`${printable(path.slice(0, LONGEST_PATH))} ${why}`);
  }

  get leftOut(): readonly string[] {
    const more = this.#count - this.#named.length;
    return more > 0 ? [...this.#named, `${more} more were skipped`] : this.#named;
  }

  #faultOf(path: string): string | undefined {
    const names = path.split('/');
    if (path.length > LONGEST_PATH || names.some((name) => Buffer.byteLength(name) > LONGEST_NAME))
      return 'is too long';
    if (names.some(isRefusedByWindows)) return 'has a name that Windows refuses';
    const spellings = names.map((_, place) => names.slice(0, place + 1).join('/'));
    const collides = (spelling: string) => {
      const known = this.#taken.get(folded(spelling));
      return known !== undefined && (spelling === path || known !== `${spelling}/`);
    };
    if (spellings.some(collides))
      return 'differs from another name in letters’ case alone, or is a file and a folder';
    for (const one of spellings) this.#taken.set(folded(one), one === path ? one : `${one}/`);
    return undefined;
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase();
}

/** Returns a folder of a repository with single slashes between its names; the root is ''. */
export function plainFolder(folder: string): string {
  return folder.replace(/\/+/g, '/').replace(/^\/|\/$/g, '');
}

/**
 * Says whether a name leads elsewhere or spells `.git`: in any case, as an 8.3 name, with characters that
 * HFS+ ignores, as an NTFS stream.
 */
function isHostile(name: string): boolean {
  const plain = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return ['', '.', '..'].includes(name) || /\0|^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(plain);
}

function isRefusedByWindows(name: string): boolean {
  return /[<>:"|?*\\\u0000-\u001f]/.test(name) || /[. ]$/.test(name) || isWindowsDevice(name);
}

/** Asks the user whether a registry may be fetched from the host of `to`. */
export type AllowHost = (from: string, to: string) => Promise<boolean>;

const LONGEST_LOCATION = 2_000;

/**
 * Runs `attempt` at the address, and at those where it leads: without asking on the same host, else if `allow` agrees.
 * git follows no redirect by itself: the user names each host that is asked.
 *
 * @param attempt rejects with `Redirected` if the host redirects
 * @throws {RegistryRefusal} naming the address to add instead
 */
export async function followRedirects<T>(
  first: string,
  attempt: (url: string) => Promise<T>,
  allow: AllowHost | undefined,
): Promise<{ readonly url: string; readonly result: T }> {
  let url = first;
  for (let redirects = 0; ; redirects += 1)
    try {
      return { url, result: await attempt(url) };
    } catch (error) {
      if (!(error instanceof Redirected)) throw error;
      if (redirects === LIMITS.redirects)
        throw new RegistryRefusal(
          `${first} redirects more than ${LIMITS.redirects} times. Nothing was taken.`,
        );
      const target = targetOf(url, error);
      const isSameHost = new URL(target).origin === new URL(url).origin;
      if (!isSameHost && !(await allow?.(url, target)))
        throw new RegistryRefusal(
          `${url} leads to another host: ${target}. Nothing was taken from there. If you trust that host, add that address: skills-registry registry add ${target}`,
        );
      url = target;
    }
}

/** The host answered with the address of another place. */
export class Redirected extends NoRepository {
  /** What was asked for behind the address, such as `/info/refs`. */
  readonly asked: string;
  /** The header `Location` as it was sent; undefined if it is unknown. */
  readonly location: string | undefined;

  constructor(url: string, asked: string, location?: string) {
    super(`${url} leads elsewhere, and doesn't say where. Add the address where the registry is now.`);
    this.asked = asked;
    this.location = location;
  }
}

/** Returns the last `Location` that git received, from the headers that it writes with `GIT_TRACE_CURL`. */
export function locationIn(trace: string): string | undefined {
  return [...trace.matchAll(/<= Recv header: location:[ \t]*(\S+)/gi)].at(-1)?.[1];
}

/** Returns where a redirect leads. The refusals that it throws name no user and no password. */
function targetOf(from: string, redirected: Redirected): string {
  const { location, asked } = redirected;
  if (location === undefined) throw redirected;
  const refuse = (what: string) => new RegistryRefusal(`${from} leads to ${what}. Nothing was taken.`);
  if (location.length > LONGEST_LOCATION || !URL.canParse(location, `${from}${asked}`))
    throw refuse('something that is no address');
  const url = new URL(location, `${from}${asked}`);
  const source = new URL(from);
  if (url.username !== '' || url.password !== '') throw refuse('an address with a user or password');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && source.protocol === 'http:'))
    throw refuse(`an address that begins with ${printable(url.protocol)}`);
  // Plain HTTP is for this computer, and nobody else leads into it.
  if (isLoopbackName(url.hostname) ? !isLoopbackName(source.hostname) : url.protocol === 'http:')
    throw refuse(`${printable(url.origin)}, which it may not lead to`);
  if (!url.pathname.endsWith(asked))
    throw refuse(`${printable(`${url.origin}${url.pathname}`)}, which is no address of a registry`);
  return `${url.origin}${url.pathname.slice(0, -asked.length)}`;
}

/**
 * What is known of a copy: which commit it is of, its files and its skills. The facts lie beside the files in
 * `copy.json`, so that nobody reads the files again.
 */
export interface CopyFacts {
  readonly commit: string;
  readonly date: string | null;
  /** The id of each file’s content (of Git, or a sha256) by its relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly skills: Readonly<Record<SkillKey, CopiedSkill>>;
  readonly skipped: readonly string[];
  readonly bytes: number;
}

interface CopiedSkill {
  /** The folder of the skill, relative to the files of the copy. */
  readonly folder: string;
  readonly language: string;
  readonly risk: string | null;
}

/**
 * Where a copy comes from: an address, and the branch, tag or commit and the folder in it that were asked
 * for.
 */
export interface CopyOrigin {
  readonly url: string;
  readonly ref: string | undefined;
  readonly folder: string | undefined;
  /** What stands behind the repository in the address, see `RegistryAddress`. It is ignored with `ref`. */
  readonly place?: string | undefined;
}

export const FETCH_LIMITS = {
  ms: LIMITS.gitFetchMs,
  receivedBytes: LIMITS.gitFetchBytes,
  memoryBytes: LIMITS.gitMemoryBytes,
  unpackedBytes: LIMITS.registryBytes,
  fileBytes: LIMITS.textBytes,
  files: 100_000,
} as const;
export type FetchLimits = Readonly<Record<keyof typeof FETCH_LIMITS, number>>;

/**
 * What fetching needs: the environment of git, the absolute folder of the store, and the limits. `onProgress`
 * gets how far the fetch is, and the name of the registry.
 */
export interface FetchOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly store: string;
  readonly limits: FetchLimits;
  readonly onProgress?: ((progress: FetchProgress, name: string) => void) | undefined;
}

/**
 * An origin that answered: the commit that it has now, and how to fetch it under a name. A Git repository and
 * an exported site have one each.
 */
export interface OriginSession {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly resolved: {
    readonly ref: string | null;
    readonly folder: string | null;
    readonly commit: string;
  };
  fetch(name: string): Promise<FetchedCopy>;
}

/** A copy that is complete, and not yet in its place. */
export interface FetchedCopy {
  readonly name: string;
  readonly path: string;
  readonly facts: CopyFacts;
}

export const DRAFTS = 'incoming';
export const FACTS_FILE = 'copy.json';
/** The commit stands in a file of its own, because the facts of a large copy are slow to read. */
export const COMMIT_FILE = 'commit';

export async function readCopyFacts(copy: string): Promise<CopyFacts> {
  return JSON.parse(await fs.readFile(join(copy, FACTS_FILE), 'utf8')) as CopyFacts;
}

/** Says a size as in `741 KB` and `50 MB`, rounded up. */
export function sizeWords(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${groupDigits(Math.ceil(kilobytes / 1024))} MB`;
}

export function refuseSize(files: number, bytes: number, limits: FetchLimits): void {
  if (files > limits.files || bytes > limits.unpackedBytes)
    throw new RegistryRefusal(
      `The registry has more than ${groupDigits(limits.files)} files or ${sizeWords(limits.unpackedBytes)}, the limits.`,
    );
}

export async function writeCopied(folder: string, path: string, content: Buffer): Promise<void> {
  const target = join(folder, ...path.split('/'));
  await fs.mkdir(dirname(target), { recursive: true });
  await fs.writeFile(target, content, { flag: CREATE_NEW, mode: 0o644 });
}

/**
 * Writes a copy with its facts into a new folder; deletes the folder after a failure.
 *
 * @param write fills the absolute, empty folder `files`; may use and must empty `beside`
 */
export async function writeCopyDraft(
  { store }: Pick<FetchOptions, 'store'>,
  name: string,
  where: string,
  write: (files: string, beside: string) => Promise<Omit<CopyFacts, 'skills'>>,
): Promise<FetchedCopy> {
  const { path } = await guardPath(store, `${DRAFTS}/${process.pid}.${randomUUID()}`, 0o700);
  await fs.mkdir(path, { mode: 0o700 });
  const withdraw = removeAtEnd(path);
  try {
    const files = join(path, name);
    await fs.mkdir(files);
    const facts: CopyFacts = { ...(await write(files, path)), skills: await findSkills(files, where) };
    await fs.writeFile(join(path, FACTS_FILE), JSON.stringify(facts), { mode: 0o600, flush: true });
    await fs.writeFile(join(path, COMMIT_FILE), facts.commit, { mode: 0o600, flush: true });
    return { name, path, facts };
  } catch (error) {
    await fs.rm(path, { recursive: true, force: true });
    throw error;
  } finally {
    withdraw();
  }
}

async function findSkills(files: string, where: string): Promise<CopyFacts['skills']> {
  const none = `${where} holds no skill, or several registries: looked for skills/<language>/<author>/<name>/skill.json there and one folder below. If they are elsewhere in it, give that folder, too.`;
  const located = locateRegistry(files);
  if (!located.ok) throw new RegistryRefusal(none);
  const { root } = located.location;
  // Commands and services over added registries load this module, and fetch none.
  const { readRegistry } = await import('../registry/read-registry.ts');
  const { skills } = readRegistry(located.location);
  if (skills.size === 0) throw new RegistryRefusal(none);
  const prefix = root === files ? '' : `${root.slice(files.length + 1)}/`;
  const copied = Array.from(skills, ([key, { folder, entry }]) => {
    const { language = '', risk_level: risk = null } = entry;
    return [key, { folder: `${prefix}${folder}`.replace(/\/$/, ''), language, risk }] as const;
  });
  return Object.fromEntries(copied);
}
