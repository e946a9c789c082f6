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
const BLOCK_FILES: readonly string[] = ['AGENTS.md', 'CLAUDE.md'];

/** Undefined if invalid or newer. Drops paths that `sync` must not write. */
export function parseLock(text: string): SyncLock | undefined {
  const value = parseObject(text);
  if (value === undefined || value['version'] !== 1) return undefined;
  const hashes = (member: unknown, isOurs: (path: string) => boolean) =>
    new Map(
      Object.entries(asObject(member)).flatMap(([path, hash]) =>
        typeof hash === 'string' && HASH.test(hash) && isOurs(path) ? [[path, hash] as const] : [],
      ),
    );
  const links: unknown = value['links'];
  return {
    files: hashes(value['files'], isInstalledPath),
    blocks: hashes(value['blocks'], (path) => BLOCK_FILES.includes(path)),
    links: new Set((Array.isArray(links) ? links : []).filter(isInstalledPath)),
    skills: new Map(
      Object.entries(asObject(value['skills'])).flatMap(([name, fields]) =>
        SKILL_NAME.test(name) ? [[name, provenanceIn(fields)] as const] : [],
      ),
    ),
  };
}

function provenanceIn(fields: unknown): SkillProvenance {
  return Object.fromEntries(
    Object.entries(asObject(fields)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
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

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
