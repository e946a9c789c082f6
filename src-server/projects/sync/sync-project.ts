import type { ProjectPackage } from '../../contract/api/project.ts';
import type { ServiceQueries } from '../../contract/api/registry-queries.ts';
import { findBlock, removeBlock, setBlock } from '../../platform/marked-block.ts';
import { askMatches } from '../match/ask-matches.ts';
import { fetchSkills } from './fetch-skills.ts';
import { type InstalledSkill, MOST_SKILLS, routerSkill } from './installed-skill.ts';
import { type PresentFile, planFiles, type SyncStep } from './plan-sync.ts';
import {
  type FoundFile,
  findFile,
  findLink,
  leadsTo,
  makeLink,
  removeFound,
  removeLink,
  textHash,
  writeFound,
} from './project-folder.ts';
import { CLAUDE_LINES, INDEX_MARKS, indexLines, type ProjectSkill, projectSkills } from './project-index.ts';
import { EMPTY_LOCK, formatLock, LOCK_FILE, parseLock, type SyncLock } from './sync-lock.ts';

const HOME = '.agents/skills';
const LINKS = '.claude/skills';

export interface PlannedStep extends SyncStep {
  /** Undefined for links. */
  readonly before?: string;
  readonly after?: string;
  readonly make?: () => Promise<void>;
}

export interface SyncPlan {
  readonly steps: readonly PlannedStep[];
  /** Ignores kept files. */
  readonly isUpToDate: boolean;
  /** Rejects with `WriteRefused` if a file changed. */
  write(): Promise<void>;
}

export interface SyncRequest {
  readonly root: string;
  readonly skills: readonly ProjectSkill[];
  /** Undefined: writes only the list. */
  readonly installed: readonly InstalledSkill[] | undefined;
}

export interface ProjectSyncRequest {
  readonly root: string;
  readonly packages: readonly ProjectPackage[];
  readonly queries: Pick<ServiceQueries, 'match' | 'skill'>;
  readonly registry: string;
  /** Keeps installed skills. */
  readonly indexOnly: boolean;
}

/** Writes nothing. */
export async function planProjectSync({
  root,
  packages,
  queries,
  registry,
  indexOnly,
}: ProjectSyncRequest): Promise<SyncPlan> {
  const skills = projectSkills((await askMatches(packages, queries)).packages);
  if (indexOnly) return planSync({ root, skills, installed: undefined });
  const { lock } = await readLock(root);
  const keys = skills.map(({ match }) => match.key);
  return planSync({ root, skills, installed: await fetchSkills(keys, queries, registry, lock) });
}

/** Empty if missing. */
async function readLock(root: string): Promise<{ readonly lock: SyncLock; readonly found: FoundFile }> {
  const found = await findFile(root, LOCK_FILE);
  if (found.kind === 'absent') return { lock: EMPTY_LOCK, found };
  if (found.kind === 'other') throw new Error(`${LOCK_FILE} ${found.reason}.`);
  const lock = parseLock(found.text);
  if (lock !== undefined) return { lock, found };
  throw new Error(
    `${LOCK_FILE} can't be read. Restore it, or delete it: then what is there counts as yours and is kept.`,
  );
}

/** Writes nothing. */
export async function planSync({ root, skills, installed }: SyncRequest): Promise<SyncPlan> {
  const { lock, found } = await readLock(root);
  const isMany = installed !== undefined && installed.length > MOST_SKILLS;
  const router = isMany ? routerSkill(installed) : undefined;
  const folders = router === undefined ? installed : [router];
  const files = await planInstalled(root, folders, lock);
  const links = await planLinks(root, folders, lock);
  const blocks = await planBlocks(root, skills, lock, folderNames(installed, router?.name, lock));
  const steps: PlannedStep[] = [...blocks.steps, ...files.steps, ...links.steps];
  const all = folders && [...folders, ...(installed ?? [])];
  const after: SyncLock = {
    files: files.hashes,
    blocks: blocks.hashes,
    links: links.links,
    skills: all === undefined ? lock.skills : new Map(all.map(({ name, provenance }) => [name, provenance])),
  };
  const isEmpty = after.files.size + after.blocks.size + after.links.size === 0;
  const lockText = isEmpty ? '' : formatLock(after);
  const isLocked = found.kind === 'file' ? found.hash === textHash(lockText) : isEmpty;
  const writeLock = () =>
    isEmpty ? removeFound(root, LOCK_FILE, found) : writeFound(root, LOCK_FILE, lockText, found);
  return {
    steps,
    isUpToDate: isLocked && steps.every(({ action }) => action === 'keep'),
    async write() {
      for (const { make } of [...blocks.steps, ...files.steps]) await make?.();
      if (!isLocked) await writeLock();
      // Last, because some disks have no links.
      for (const { make } of links.steps) await make?.();
    },
  };
}

/** Of installed skills, by key. */
function folderNames(
  installed: readonly InstalledSkill[] | undefined,
  router: string | undefined,
  lock: SyncLock,
): ReadonlyMap<string, string> {
  const known = installed?.map(({ name, provenance }) => [name, provenance] as const) ?? [...lock.skills];
  const places = known.map(([name, { key = '' }]) => [key, `${HOME}/${router ?? name}`] as const);
  return new Map(
    places.filter(([, folder]) => installed !== undefined || lock.files.has(`${folder}/SKILL.md`)),
  );
}

/** @param folders undefined: keeps what is installed */
async function planInstalled(root: string, folders: readonly InstalledSkill[] | undefined, lock: SyncLock) {
  if (folders === undefined) return { steps: [], hashes: lock.files };
  const texts = new Map<string, string>(
    folders.flatMap(({ name, files }) =>
      [...files].map(([path, text]) => [`${HOME}/${name}/${path}`, text] as const),
    ),
  );
  const found = new Map<string, FoundFile>();
  for (const path of new Set([...texts.keys(), ...lock.files.keys()]))
    found.set(path, await findFile(root, path));
  const wanted = new Map([...texts].map(([path, text]) => [path, textHash(text)]));
  const present = new Map([...found].map(([path, file]) => [path, presentOf(file)]));
  const { steps, hashes } = planFiles(wanted, present, lock.files);
  const planned = steps.map((step) => {
    const at = found.get(step.path) ?? { kind: 'absent' as const };
    return plannedFile(root, step, at, texts.get(step.path));
  });
  return { steps: planned, hashes };
}

function presentOf(found: FoundFile): PresentFile {
  if (found.kind === 'absent') return undefined;
  return found.kind === 'file' ? found.hash : 'other';
}

function plannedFile(root: string, step: SyncStep, found: FoundFile, after: string | undefined): PlannedStep {
  const before = found.kind === 'file' ? found.text : undefined;
  if (step.action === 'keep') return found.kind === 'other' ? { ...step, reason: found.reason } : step;
  const texts = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  if (step.action === 'remove') return { ...step, ...texts, make: () => removeFound(root, step.path, found) };
  return { ...step, ...texts, make: () => writeFound(root, step.path, after ?? '', found) };
}

const LINK_AS_TEXT =
  'was written as text by Git: check out with `core.symlinks` on, so that Claude Code finds the skill';

async function planLinks(root: string, folders: readonly InstalledSkill[] | undefined, lock: SyncLock) {
  if (folders === undefined) return { steps: [], links: lock.links };
  const steps: PlannedStep[] = [];
  const links = new Set<string>();
  const isOneFolder = await leadsTo(root, LINKS, HOME);
  const linked = isOneFolder ? [] : folders;
  const wanted = new Map(linked.map(({ name }) => [`${LINKS}/${name}`, `${HOME}/${name}`]));
  for (const [path, target] of wanted) {
    const is = await findLink(root, path, target);
    if (is === 'absent') steps.push({ path, action: 'create', make: () => makeLink(root, path, target) });
    else if (is === 'other') steps.push({ path, action: 'keep', reason: 'is there already, and not ours' });
    else if (is === 'text') steps.push({ path, action: 'keep', reason: LINK_AS_TEXT });
    if (is !== 'other') links.add(path);
  }
  for (const path of lock.links) {
    const target = path.replace(LINKS, HOME);
    if (wanted.has(path) || !(await leadsTo(root, path, target))) continue;
    steps.push({ path, action: 'remove', make: () => removeLink(root, path, target) });
  }
  return { steps, links };
}

async function planBlocks(
  root: string,
  skills: readonly ProjectSkill[],
  lock: SyncLock,
  folders: ReadonlyMap<string, string>,
) {
  const steps: PlannedStep[] = [];
  const hashes = new Map<string, string>();
  // If AGENTS.md links to CLAUDE.md, the list goes into the target.
  const isOneFile = await leadsTo(root, 'AGENTS.md', 'CLAUDE.md');
  const home = isOneFile ? 'CLAUDE.md' : 'AGENTS.md';
  for (const file of ['AGENTS.md', 'CLAUDE.md']) {
    const found = await findFile(root, file);
    const lines = file === home ? indexLines(skills, folders) : CLAUDE_LINES;
    const isWanted = skills.length > 0 && (file === home || (!isOneFile && needsLine(found)));
    const planned = planBlock(root, file, found, isWanted ? lines : undefined, lock.blocks.get(file));
    if (planned.step !== undefined) steps.push(planned.step);
    if (planned.hash !== undefined) hashes.set(file, planned.hash);
  }
  return { steps, hashes };
}

/** False for a missing CLAUDE.md, and if AGENTS.md is mentioned. */
function needsLine(found: FoundFile): boolean {
  if (found.kind !== 'file') return false;
  const rest = removeBlock(found.text, INDEX_MARKS);
  return !(rest.ok && /(?:^|\s)@(?:\.\/)?AGENTS\.md\b/.test(rest.text));
}

function planBlock(
  root: string,
  file: string,
  found: FoundFile,
  lines: readonly string[] | undefined,
  before: string | undefined,
): { readonly step?: PlannedStep; readonly hash?: string } {
  const text = found.kind === 'file' ? found.text : '';
  const block = findBlock(text, INDEX_MARKS);
  const keep = (reason: string) => ({
    step: { path: file, action: 'keep' as const, reason },
    ...(before !== undefined && { hash: before }),
  });
  if (lines === undefined && (found.kind === 'other' || block.state === 'absent')) return {};
  if (found.kind === 'other') return keep(found.reason);
  if (block.state === 'odd') return keep(block.reason);
  const wanted = new Map(lines === undefined ? [] : [[file, textHash(lines.join('\n'))]]);
  const present = new Map([[file, block.state === 'present' ? textHash(block.text) : undefined]]);
  const { steps, hashes } = planFiles(wanted, present, new Map(before === undefined ? [] : [[file, before]]));
  const hash = hashes.get(file);
  const kept = hash === undefined ? {} : { hash };
  const [step] = steps;
  if (step === undefined) return kept;
  if (step.action === 'keep')
    return { step: { ...step, reason: `has a block of ours that ${step.reason}` }, ...kept };
  const edit = lines === undefined ? removeBlock(text, INDEX_MARKS) : setBlock(text, INDEX_MARKS, lines);
  if (!edit.ok) return keep(edit.reason);
  const action = found.kind === 'absent' ? 'create' : edit.text === '' ? 'remove' : 'replace';
  return { step: plannedFile(root, { path: file, action }, found, edit.text), ...kept };
}
