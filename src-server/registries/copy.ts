import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SkillKey } from '../contract/api/api.ts';
import { groupDigits } from '../contract/words/group-digits.ts';
import { guardPath } from '../platform/guarded-path.ts';
import { locateRegistry } from '../registry/locate-registry.ts';
import { readRegistry } from '../registry/read-registry.ts';
import { describeFullDisk, RegistryRefusal } from './registry-refusal.ts';

/** Stored beside the files, to avoid reading them again. */
export interface CopyFacts {
  readonly commit: string;
  /** Commit date, ISO 8601. */
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
  /** Branch, tag or commit; default: default branch. */
  readonly ref: string | undefined;
  readonly folder: string | undefined;
  /** See `RegistryAddress`; ignored with `ref`. */
  readonly place?: string | undefined;
}

export interface FetchLimits {
  readonly ms: number;
  readonly receivedBytes: number;
  readonly unpackedBytes: number;
  readonly fileBytes: number;
  readonly files: number;
}

export interface FetchOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute; must exist. */
  readonly store: string;
  readonly limits?: FetchLimits;
  /** Total bytes received. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

export interface OriginSession {
  readonly resolved: {
    /** Null for the default branch. */
    readonly ref: string | null;
    readonly folder: string | null;
    readonly commit: string;
  };
  /** @param served present copy: a site gives single files, Git says whether its commit is an ancestor */
  fetch(name: string, served?: ServedCopy): Promise<FetchedCopy>;
}

export interface ServedCopy {
  readonly folder: string;
  readonly facts: CopyFacts;
}

/** Complete, not yet in place. */
export interface UnplacedCopy {
  readonly path: string;
  readonly facts: CopyFacts;
}

export interface FetchedCopy extends UnplacedCopy {
  /** The served commit is no ancestor, or it can't be shown that it is one. */
  readonly rewritten: boolean;
}

export const DRAFTS = 'incoming';
export const FACTS_FILE = 'copy.json';
/** Facts of a large copy are slow to read. */
export const COMMIT_FILE = 'commit';

export async function readCopyFacts(copy: string): Promise<CopyFacts> {
  return JSON.parse(await fs.readFile(join(copy, FACTS_FILE), 'utf8')) as CopyFacts;
}

/** File name at the root. */
export function licenceOf({ files }: Pick<CopyFacts, 'files'>): string | undefined {
  return Object.keys(files).find((path) => /^(?:licen[cs]e|copying)(?:\.[a-z]+)?$/i.test(path));
}

/** `741 KB`, `50 MB`, rounded up. */
export function sizeWords(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${groupDigits(Math.ceil(kilobytes / 1024))} MB`;
}

export function refuseSize(files: number, bytes: number, limits: FetchLimits): void {
  if (files > limits.files)
    throw new RegistryRefusal(`The registry has more than ${groupDigits(limits.files)} files, the limit.`);
  if (bytes > limits.unpackedBytes)
    throw new RegistryRefusal(`The registry has more than ${sizeWords(limits.unpackedBytes)}, the limit.`);
}

interface CopyDraft {
  readonly name: string;
  readonly store: string;
  /** For people. */
  readonly where: string;
}

type Written = Omit<CopyFacts, 'skills'> & { readonly rewritten: boolean };

/**
 * Writes a copy with its facts into a new folder; deletes the folder after a failure.
 *
 * @param write fills the absolute, empty folder `files`; may use and must empty `beside`
 */
export async function writeCopyDraft(
  { name, store, where }: CopyDraft,
  write: (files: string, beside: string) => Promise<Written>,
): Promise<FetchedCopy> {
  const { path } = await guardPath(store, `${DRAFTS}/${process.pid}.${randomUUID()}`, 0o700);
  await fs.mkdir(path, { mode: 0o700 });
  try {
    const files = join(path, name);
    await fs.mkdir(files);
    const { rewritten, ...written } = await write(files, path);
    const facts: CopyFacts = { ...written, skills: findSkills(files, where) };
    await fs.writeFile(join(path, FACTS_FILE), JSON.stringify(facts), { mode: 0o600, flush: true });
    await fs.writeFile(join(path, COMMIT_FILE), facts.commit, { mode: 0o600, flush: true });
    return { path, facts, rewritten };
  } catch (error) {
    await fs.rm(path, { recursive: true, force: true });
    throw describeFullDisk(error);
  }
}

/** As served. Throws `RegistryRefusal` if none. */
function findSkills(files: string, where: string): CopyFacts['skills'] {
  const none = `${where} holds no skill: looked for skills/<language>/<author>/<name>/skill.json there and one folder below. If they are elsewhere in it, give that folder, too.`;
  const located = locateRegistry(files);
  if (!located.ok) {
    const below = located.candidates.map((path) => path.slice(files.length + 1));
    throw new RegistryRefusal(
      below.length > 1
        ? `${where} holds several registries: ${below.join(', ')}. Give the folder of one of them.`
        : none,
    );
  }
  const { root } = located.location;
  const { skills } = readRegistry(located.location);
  if (skills.size === 0) throw new RegistryRefusal(none);
  const prefix = root === files ? '' : `${root.slice(files.length + 1)}/`;
  return Object.fromEntries(
    Array.from(skills, ([key, { folder, entry }]) => {
      const { language = '', risk_level: risk = null } = entry;
      return [key, { folder: `${prefix}${folder}`.replace(/\/$/, ''), language, risk }];
    }),
  );
}
