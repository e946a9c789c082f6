import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SkillKey } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { groupDigits } from '../contract/words.ts';
import { CREATE_NEW, guardPath, removeAtEnd } from '../platform/files.ts';
import { locateRegistry } from '../registry/locate-registry.ts';
import { readRegistry } from '../registry/read-registry.ts';
import { RegistryRefusal } from './registry-refusal.ts';

/** Stored beside the files, to avoid reading them again. */
export interface CopyFacts {
  readonly commit: string;
  readonly date: string | null;
  /** Content ids by relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly skills: Readonly<Record<SkillKey, CopiedSkill>>;
  readonly skipped: readonly string[];
  readonly bytes: number;
}

export interface CopiedSkill {
  /** Relative to the copy's files. */
  readonly folder: string;
  readonly language: string;
  readonly risk: string | null;
}

export interface CopyOrigin {
  readonly url: string;
  readonly ref: string | undefined;
  readonly folder: string | undefined;
  /** See `RegistryAddress`; ignored with `ref`. */
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

export interface FetchOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly store: string;
  readonly limits: FetchLimits;
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

export interface OriginSession {
  /** Address that the copy came from, after redirects. */
  readonly url: string;
  readonly resolved: {
    readonly ref: string | null;
    readonly folder: string | null;
    readonly commit: string;
  };
  fetch(name: string): Promise<FetchedCopy>;
}

/** Complete, not yet in place. */
export interface FetchedCopy {
  readonly name: string;
  readonly path: string;
  readonly facts: CopyFacts;
}

export const DRAFTS = 'incoming';
export const FACTS_FILE = 'copy.json';
/** Facts of a large copy are slow to read. */
export const COMMIT_FILE = 'commit';

export async function readCopyFacts(copy: string): Promise<CopyFacts> {
  return JSON.parse(await fs.readFile(join(copy, FACTS_FILE), 'utf8')) as CopyFacts;
}

/** `741 KB`, `50 MB`, rounded up. */
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
    const facts: CopyFacts = { ...(await write(files, path)), skills: findSkills(files, where) };
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

function findSkills(files: string, where: string): CopyFacts['skills'] {
  const none = `${where} holds no skill, or several registries: looked for skills/<language>/<author>/<name>/skill.json there and one folder below. If they are elsewhere in it, give that folder, too.`;
  const located = locateRegistry(files);
  if (!located.ok) throw new RegistryRefusal(none);
  const { root } = located.location;
  const { skills } = readRegistry(located.location);
  if (skills.size === 0) throw new RegistryRefusal(none);
  const prefix = root === files ? '' : `${root.slice(files.length + 1)}/`;
  const copied = Array.from(skills, ([key, { folder, entry }]) => {
    const { language = '', risk_level: risk = null } = entry;
    return [key, { folder: `${prefix}${folder}`.replace(/\/$/, ''), language, risk }] as const;
  });
  return Object.fromEntries(copied);
}
