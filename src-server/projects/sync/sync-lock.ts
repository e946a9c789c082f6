/** Where the lock is, relative to the project. */
export const LOCK_FILE = '.agents/skills-registry.lock.json';

/** What `sync` put into a project: what differs from it was changed by somebody else. */
export interface SyncLock {
  /** sha256 of each installed file by its path, over its bytes as installed. */
  readonly files: ReadonlyMap<string, string>;
  /** sha256 of our block by the file that holds it, over its lines ended by LF. */
  readonly blocks: ReadonlyMap<string, string>;
  /** Links that we made, by path. */
  readonly links: ReadonlySet<string>;
  /** Where the skills came from, by the name of their folder. */
  readonly skills: ReadonlyMap<string, SkillProvenance>;
}

/** Where an installed skill came from; all texts, as the format's `metadata` has them. */
export type SkillProvenance = Readonly<Record<string, string>>;

export const EMPTY_LOCK: SyncLock = {
  files: new Map(),
  blocks: new Map(),
  links: new Set(),
  skills: new Map(),
};

const HASH = /^[0-9a-f]{64}$/;
/** Below these folders alone anything is replaced or removed, whatever a lock says. */
const INSTALLED = /^\.(?:agents|claude)\/skills\/[^/]/;
/** Names of folders that the Agent Skills format takes: they are written into AGENTS.md. */
const SKILL_NAME = /^[a-z0-9-]{1,64}$/;
const BLOCK_FILES: readonly string[] = ['AGENTS.md', 'CLAUDE.md'];

/** Reads a lock. Undefined for what is none, or is of a later version; paths that are nobody's to write are left out. */
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

/** The lock's text: the same lock has the same bytes. */
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

/** Whether a path may be one that we installed: below a folder of skills, and nowhere else. */
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
