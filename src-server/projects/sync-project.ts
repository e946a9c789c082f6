/** Plans and writes what `sync` changes in a project. */

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import type { FullSkill, MatchCounts, ProjectPackage } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import type { ServiceQueries } from '../contract/queries.ts';
import { findBlock, removeBlock, setBlock } from '../platform/changed-lines.ts';
import {
  ABSENT,
  type FileMark,
  guardPath,
  inspect,
  markOf,
  removeInside,
  WriteRefused,
  writeInside,
} from '../platform/files.ts';
import { READ_PLAIN } from '../platform/plain-file.ts';
import {
  CLAUDE_LINES,
  fetchSkills,
  formatLock,
  INDEX_MARKS,
  type InstalledSkill,
  indexLines,
  LOCK_FILE,
  MOST_DANGERS,
  type ProjectSkill,
  parseLock,
  projectSkills,
  type SyncLock,
} from './installed-skill.ts';
import { askMatches } from './match-findings.ts';

const SKILLS_FOLDER = '.agents/skills';
const LINKS_FOLDER = '.claude/skills';

/**
 * The change of one file or link, by its path in the project, such as
 * `.agents/skills/cpp-gabime-spdlog/SKILL.md`.
 */
export interface SyncStep {
  readonly path: string;
  readonly action: 'create' | 'replace' | 'remove' | 'keep';
  readonly reason?: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly make?: () => Promise<void>;
}

/** What `sync` would change in a project. Steps that keep a file say why; only `write` writes. */
export interface SyncPlan {
  readonly steps: readonly SyncStep[];
  /** Files that are kept don’t count. */
  readonly isUpToDate: boolean;
  /** Writes the changes, and rejects with `WriteRefused` if a file changed since. */
  write(): Promise<void>;
}

/** Plans what `sync` writes, and counts the packages that have a skill. With `indexOnly`, what is installed stays as it is. */
export async function planProjectSync(
  root: string,
  packages: readonly ProjectPackage[],
  queries: Pick<ServiceQueries, 'match' | 'skill'>,
  registry: string,
  { indexOnly, dangersOf }: { readonly indexOnly: boolean; readonly dangersOf: DangersOf },
): Promise<{ readonly plan: SyncPlan; readonly counts: MatchCounts }> {
  const matched = await askMatches(packages, (part) => queries.match({ packages: part }));
  const skills = await withDangers(projectSkills(matched.packages), queries, dangersOf);
  const keys = skills.map(({ match }) => match.key);
  const installed = indexOnly ? undefined : await fetchSkills(keys, queries, registry);
  return { plan: await planSync(root, skills, installed), counts: matched.counts };
}

/** Titles of the dangers of a skill that matter most. */
type DangersOf = (skill: FullSkill) => readonly string[];

/** Asks for the dangers of as many skills as the block has lines for. */
async function withDangers(
  skills: readonly ProjectSkill[],
  queries: Pick<ServiceQueries, 'skill'>,
  dangersOf: DangersOf,
): Promise<readonly ProjectSkill[]> {
  const known: ProjectSkill[] = [];
  for (const skill of skills.slice(0, MOST_DANGERS)) {
    const full = await queries.skill(skill.match.key);
    known.push({ ...skill, dangers: full._withheld === undefined ? dangersOf(full) : [] });
  }
  return [...known, ...skills.slice(MOST_DANGERS)];
}

/** Plans the changes of a project. Without `installed` only the list is written. */
export async function planSync(
  root: string,
  skills: readonly ProjectSkill[],
  installed: readonly InstalledSkill[] | undefined,
): Promise<SyncPlan> {
  const found = await findFile(root, LOCK_FILE);
  const lock = readLock(found);
  const none = { steps: [], hashes: lock.files };
  const files = installed === undefined ? none : await planInstalled(root, installed, lock);
  const links = installed === undefined ? [] : await planLinks(root, installed, lock);
  const blocks = await planBlocks(root, skills, lock, (name) =>
    files.hashes.has(`${SKILLS_FOLDER}/${name}/SKILL.md`) ? `${SKILLS_FOLDER}/${name}` : undefined,
  );
  const isEmpty = files.hashes.size + blocks.hashes.size === 0;
  const lockText = isEmpty ? '' : formatLock({ files: files.hashes, blocks: blocks.hashes });
  const isLocked = found.kind === 'file' ? found.hash === textHash(lockText) : isEmpty;
  const steps = [...blocks.steps, ...files.steps, ...links];
  return {
    steps,
    isUpToDate: isLocked && steps.every(({ action }) => action === 'keep'),
    async write() {
      for (const { make } of [...blocks.steps, ...files.steps]) await make?.();
      if (!isLocked && isEmpty) await removeFound(root, LOCK_FILE, found);
      else if (!isLocked) await writeFound(root, LOCK_FILE, lockText, found);
      // Last, because some disks have no links.
      for (const { make } of links) await make?.();
    },
  };
}

function readLock(found: FoundFile): SyncLock {
  if (found.kind === 'absent') return { files: new Map(), blocks: new Map() };
  if (found.kind === 'other') throw new Error(`${LOCK_FILE} ${found.reason}.`);
  const lock = parseLock(found.text);
  if (lock !== undefined) return lock;
  throw new Error(
    `${LOCK_FILE} can't be read. Restore it, or delete it: then what is there counts as yours and is kept.`,
  );
}

const WAS_EDITED = 'was changed by somebody since it was written';
const IS_FOREIGN = 'is there already, and not ours';

/**
 * Decides by the hashes of the new text, of what is there, and of the lock. What others edited is theirs from
 * then on.
 */
function decide(
  want: string | undefined,
  is: string | undefined,
  was: string | undefined,
): { readonly action?: SyncStep['action']; readonly reason?: string; readonly hash?: string | undefined } {
  if (is === want) return { hash: want };
  if (want === undefined) return is === was ? { action: 'remove' } : { action: 'keep', reason: WAS_EDITED };
  if (is === undefined || is === was) return { action: is === undefined ? 'create' : 'replace', hash: want };
  return { action: 'keep', reason: was === undefined ? IS_FOREIGN : WAS_EDITED, hash: was };
}

async function planInstalled(root: string, installed: readonly InstalledSkill[], lock: SyncLock) {
  const steps: SyncStep[] = [];
  const hashes = new Map<string, string>();
  const texts = new Map<string, string>(
    installed.flatMap(({ name, files }) =>
      [...files].map(([path, text]) => [`${SKILLS_FOLDER}/${name}/${path}`, text] as const),
    ),
  );
  for (const path of [...new Set<string>([...texts.keys(), ...lock.files.keys()])].sort()) {
    const found = await findFile(root, path);
    const text = texts.get(path);
    const want = text === undefined ? undefined : textHash(text);
    const is = found.kind === 'file' ? found.hash : found.kind === 'other' ? 'other' : undefined;
    const { action, reason = '', hash } = decide(want, is, lock.files.get(path));
    if (hash !== undefined) hashes.set(path, hash);
    if (action === 'keep')
      steps.push({ path, action, reason: found.kind === 'other' ? found.reason : reason });
    else if (action !== undefined) steps.push(fileStep(root, path, action, found, text));
  }
  return { steps, hashes };
}

/** Makes the step of a file, which is removed without `after`. */
function fileStep(
  root: string,
  path: string,
  action: SyncStep['action'],
  found: FoundFile,
  after?: string,
): SyncStep {
  const make = () =>
    after === undefined ? removeFound(root, path, found) : writeFound(root, path, after, found);
  return { path, action, before: found.kind === 'file' ? found.text : undefined, after, make };
}

const LINK_AS_TEXT =
  'was written as text by Git: check out with `core.symlinks` on, so that Claude Code finds the skill';

async function planLinks(root: string, installed: readonly InstalledSkill[], lock: SyncLock) {
  const steps: SyncStep[] = [];
  const isOneFolder = await leadsTo(root, LINKS_FOLDER, SKILLS_FOLDER);
  const wanted = new Set(isOneFolder ? [] : installed.map(({ name }) => name));
  const before = [...lock.files.keys()].map((path) => path.split('/')[2] ?? '');
  for (const name of new Set([...wanted, ...before])) {
    const [path, target] = [`${LINKS_FOLDER}/${name}`, `${SKILLS_FOLDER}/${name}`];
    const is = await findLink(root, path, target);
    const isLeading = is === 'ours' || is === 'text';
    if (!wanted.has(name)) {
      if (isLeading) steps.push({ path, action: 'remove', make: () => removeLink(root, path, target) });
    } else if (is === 'absent')
      steps.push({ path, action: 'create', make: () => makeLink(root, path, target) });
    else if (is !== 'ours')
      steps.push({ path, action: 'keep', reason: isLeading ? LINK_AS_TEXT : IS_FOREIGN });
  }
  return steps;
}

async function planBlocks(
  root: string,
  skills: readonly ProjectSkill[],
  lock: SyncLock,
  folderOf: (name: string) => string | undefined,
) {
  const steps: SyncStep[] = [];
  const hashes = new Map<string, string>();
  // If AGENTS.md links to CLAUDE.md, the list goes into the target.
  const isOneFile = await leadsTo(root, 'AGENTS.md', 'CLAUDE.md');
  const home = isOneFile ? 'CLAUDE.md' : 'AGENTS.md';
  for (const path of ['AGENTS.md', 'CLAUDE.md']) {
    const found = await findFile(root, path);
    const isWanted = skills.length > 0 && (path === home || (!isOneFile && needsLine(found)));
    const lines = path === home ? indexLines(skills, folderOf) : CLAUDE_LINES;
    const { step, hash } = planBlock(root, path, found, isWanted ? lines : undefined, lock.blocks.get(path));
    if (step !== undefined) steps.push(step);
    if (hash !== undefined) hashes.set(path, hash);
  }
  return { steps, hashes };
}

/** Says whether CLAUDE.md needs our line: it is there, and doesn’t mention AGENTS.md. */
function needsLine(found: FoundFile): boolean {
  if (found.kind !== 'file') return false;
  const rest = removeBlock(found.text, INDEX_MARKS);
  return !(rest.ok && /(?:^|\s)@(?:\.\/)?AGENTS\.md\b/.test(rest.text));
}

function planBlock(
  root: string,
  path: string,
  found: FoundFile,
  lines: readonly string[] | undefined,
  was: string | undefined,
): { readonly step?: SyncStep; readonly hash?: string | undefined } {
  const text = found.kind === 'file' ? found.text : '';
  const block = findBlock(text, INDEX_MARKS);
  if (lines === undefined && (found.kind === 'other' || block.state === 'absent')) return {};
  const keep = (reason: string) => ({ step: { path, action: 'keep', reason }, hash: was }) as const;
  if (found.kind === 'other') return keep(found.reason);
  if (block.state === 'odd') return keep(block.reason);
  const want = lines === undefined ? undefined : textHash(lines.join('\n'));
  const is = block.state === 'present' ? textHash(block.text) : undefined;
  const { action, reason, hash } = decide(want, is, was);
  if (action === undefined) return { hash };
  if (action === 'keep') return { ...keep(`has a block of ours that ${reason}`), hash };
  const edit = lines === undefined ? removeBlock(text, INDEX_MARKS) : setBlock(text, INDEX_MARKS, lines);
  if (!edit.ok) return keep(edit.reason);
  const change = found.kind === 'absent' ? 'create' : edit.text === '' ? 'remove' : 'replace';
  return { step: fileStep(root, path, change, found, edit.text || undefined), hash };
}

type FoundFile =
  | { readonly kind: 'absent' }
  /** The `hash` is that of `textHash`. */
  | { readonly kind: 'file'; readonly text: string; readonly hash: string; readonly mark: FileMark }
  /** This is never written. The reason follows the path. */
  | { readonly kind: 'other'; readonly reason: string };

const MAX_LINK_BYTES = 4096;

/**
 * Returns the sha256 of a text in hexadecimal digits. Ends of lines don’t count, because Git for Windows
 * changes them at a checkout.
 */
function textHash(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

function findFile(root: string, path: string): Promise<FoundFile> {
  const behindLink = {
    kind: 'other',
    reason: 'lies behind a link; nothing is written through links',
  } as const;
  return lookAt<FoundFile>({ kind: 'absent' }, behindLink, async () => {
    const place = await guardPath(root, path);
    const stats = await inspect(place.path);
    const other = (reason: string) => ({ kind: 'other', reason }) as const;
    if (stats === undefined) return { kind: 'absent' };
    if (stats.isSymbolicLink()) return other('is a link; nothing is written through links');
    if (!stats.isFile()) return other('is no file');
    if (stats.size > LIMITS.projectFileBytes) return other('is too large');
    const mark = await markOf(root, path);
    const handle = await fs.open(place.path, READ_PLAIN);
    const bytes = await handle.readFile().finally(() => handle.close());
    if (!isUtf8(bytes)) return other('is not UTF-8 text; save it as UTF-8 in an editor');
    const text = bytes.toString('utf8');
    return { kind: 'file', text, hash: textHash(text), mark };
  });
}

/** Writes a file, and rejects with `WriteRefused` if it changed since it was found. */
async function writeFound(root: string, path: string, text: string, found: FoundFile): Promise<void> {
  if (found.kind === 'other') throw new WriteRefused(`${path} ${found.reason}.`);
  await writeInside(root, path, text, { expected: found.kind === 'file' ? found.mark : ABSENT });
}

/** Removes a file and the folders that it leaves empty, except `.agents` and `.claude`. */
async function removeFound(root: string, path: string, found: FoundFile): Promise<void> {
  if (found.kind !== 'file') return;
  if ((await markOf(root, path)) !== found.mark) throw new WriteRefused(`${path} was changed meanwhile.`);
  await removeInside(root, path);
  for (let each = posix.dirname(path); each.split('/').length > 2; each = posix.dirname(each)) {
    const folder = await guardPath(root, each);
    if ((await fs.readdir(folder.path)).length > 0) return;
    await fs.rmdir(folder.path);
  }
}

/**
 * Finds a link. One that leads to `target` is `ours`; as `text`, Git wrote it as a file, because
 * `core.symlinks` is off.
 */
function findLink(root: string, path: string, target: string) {
  return lookAt<'absent' | 'ours' | 'text' | 'other'>('absent', 'other', async () => {
    const place = await guardPath(root, path);
    const stats = await inspect(place.path);
    if (stats === undefined) return 'absent';
    const isText = stats.isFile() && stats.size < MAX_LINK_BYTES;
    if (!stats.isSymbolicLink() && !isText) return 'other';
    const leads = isText ? await fs.readFile(place.path, 'utf8') : await fs.readlink(place.path);
    if (resolve(place.folder, leads) !== join(await fs.realpath(root), ...target.split('/'))) return 'other';
    return isText ? 'text' : 'ours';
  });
}

async function leadsTo(root: string, path: string, target: string): Promise<boolean> {
  return ['ours', 'text'].includes(await findLink(root, path, target));
}

/** Makes a relative link, or a junction on Windows. */
async function makeLink(root: string, path: string, target: string): Promise<void> {
  const place = await guardPath(root, path, 0o777);
  const home = join(await fs.realpath(root), ...target.split('/'));
  const isWindows = process.platform === 'win32';
  const link = isWindows ? home : relative(dirname(place.path), home);
  await fs.symlink(link, place.path, isWindows ? 'junction' : undefined).catch((error: Error) => {
    throw new WriteRefused(
      `${path} can’t be a link on this disk: copy ${target} there, or Claude Code won’t find the skill.`,
      { cause: error },
    );
  });
}

async function removeLink(root: string, path: string, target: string): Promise<void> {
  if (await leadsTo(root, path, target)) await fs.unlink((await guardPath(root, path)).path);
}

async function lookAt<T>(missing: T, refused: T, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missing;
    if (error instanceof WriteRefused) return refused;
    throw error;
  }
}
