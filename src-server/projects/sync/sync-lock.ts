import { isTable, tableAt, tableOf, valueAt } from '../read/values.ts';

/** Relative to the project. */
export const LOCK_FILE = '.agents/skills-registry.lock.json';

/** Output of `sync`, to detect edits by others. */
export interface SyncLock {
  /** sha256 with LF, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** sha256 of our block with LF, by file. */
  readonly blocks: ReadonlyMap<string, string>;
  readonly links: ReadonlySet<string>;
  /** By folder name. */
  readonly skills: ReadonlyMap<string, SkillProvenance>;
}

/** Texts only, like the format's `metadata`. */
export type SkillProvenance = Readonly<Record<string, string>>;

export const EMPTY_LOCK: SyncLock = {
  files: new Map(),
  blocks: new Map(),
  links: new Set(),
  skills: new Map(),
};

const HASH = /^[0-9a-f]{64}$/;
/** Other paths are never replaced or removed. */
const INSTALLED = /^\.(?:agents|claude)\/skills\/[^/]/;
/** By the Agent Skills format. Written into AGENTS.md. */
const SKILL_NAME = /^[a-z0-9-]{1,64}$/;

/** Undefined if invalid or newer. Drops paths that `sync` must not write. */
export function parseLock(text: string): SyncLock | undefined {
  const lock = parseJson(text);
  if (!isTable(lock) || lock['version'] !== 1) return undefined;
  const texts = (value: unknown) =>
    Object.entries(tableOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const hashes = (field: string, isOurs: (path: string) => boolean) =>
    new Map(texts(lock[field]).filter(([path, hash]) => HASH.test(hash) && isOurs(path)));
  const links = valueAt(lock, 'links');
  const skills = Object.entries(tableAt(lock, 'skills')).filter(([name]) => SKILL_NAME.test(name));
  return {
    files: hashes('files', isInstalledPath),
    blocks: hashes('blocks', (path) => path === 'AGENTS.md' || path === 'CLAUDE.md'),
    links: new Set(Array.isArray(links) ? links.filter(isInstalledPath) : []),
    skills: new Map(skills.map(([name, fields]) => [name, Object.fromEntries(texts(fields))])),
  };
}

/** Deterministic. */
export function formatLock({ files, blocks, links, skills }: SyncLock): string {
  const sorted = <T>(map: ReadonlyMap<string, T>) =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  const lock = {
    version: 1,
    skills: sorted(skills),
    blocks: sorted(blocks),
    links: [...links].sort(),
    files: sorted(files),
  };
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

export function isInstalledPath(path: unknown): path is string {
  return (
    typeof path === 'string' &&
    INSTALLED.test(path) &&
    !/[\\:\p{Cc}]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
