import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AddedRegistry,
  ChangedFile,
  ChangeNote,
  ReadChange,
  ReadSkillChange,
} from '../contract/service/registry-work.ts';
import { escapeHidden } from '../contract/words/printable.ts';
import { changedPlaces } from '../platform/diff.ts';
import { compareCopies } from './compare-copies.ts';
import type { UpdateChanges } from './manage-registries.ts';
import type { Addition } from './prepare-addition.ts';
import type { RegistryStore } from './registry-store.ts';

/** Bytes. */
const LARGEST_SHOWN = 256 * 1024;
/** Per line, beside its characters. */
const LINE_COST = 60;

export interface ReadChanges {
  readonly skills: readonly ReadSkillChange[];
  /** Skills begun before `most` was reached. */
  readonly within: number;
}

/** @param most characters; bounds memory: files beyond are `unread` */
export function readChanges(
  { registry, update, skills, before, after }: UpdateChanges,
  store: Pick<RegistryStore, 'copyOf'>,
  most: number,
): ReadChanges {
  if (update === null) return { skills: [], within: 0 };
  let [left, within] = [most, 0];
  const reader = (commit: string, folder: string | undefined) => (path: string) =>
    folder === undefined ? '' : readText(join(filesOf(registry, commit, store), folder, path));
  const read = skills.map(({ key, files }): ReadSkillChange => {
    if (left > 0) within += 1;
    const [was, is] = [before.skills[key], after.skills[key]];
    const old = reader(registry.commit, was?.folder);
    const now = reader(update.commit, is?.folder);
    return {
      key,
      change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
      risk: [was?.risk ?? null, is?.risk ?? null],
      files: files.map((file) => {
        if (left <= 0) return unread(file);
        const change = readFile(file, old(file.path), now(file.path));
        left -= costOf(change);
        return change;
      }),
    };
  });
  return { skills: read, within };
}

/** A skill that is not added yet, as if an update added it. */
export function readAddedSkill(
  { registry, facts, copy }: Pick<Addition, 'registry' | 'facts' | 'copy'>,
  key: string,
  most: number,
): ReadSkillChange | undefined {
  const before = { ...facts, files: {}, skills: {} };
  const { skills, ...update } = compareCopies(before, facts);
  const changes = {
    ...{ registry, before, after: facts, update: { ...update, rewritten: false } },
    skills: skills.filter((skill) => skill.key === key),
  };
  return readChanges(changes, { copyOf: () => copy }, most).skills[0];
}

function costOf({ notes, diff }: ReadChange): number {
  return [...notes, ...diff.flat()].reduce((sum, { text }) => sum + text.length + LINE_COST, LINE_COST);
}

function unread(file: ChangedFile): ReadChange {
  return { ...file, notes: [{ kind: 'unread', text: '' }], diff: [] };
}

function filesOf(registry: AddedRegistry, commit: string, store: Pick<RegistryStore, 'copyOf'>): string {
  return join(store.copyOf(registry, commit), registry.name);
}

/** '' if missing, undefined if binary or large. */
function readText(path: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    return bytes.length > LARGEST_SHOWN || bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch {
    return '';
  }
}

function readFile(file: ChangedFile, old: string | undefined, now: string | undefined): ReadChange {
  if (old === undefined || now === undefined) return unread(file);
  return { ...file, notes: notesOn(old, now), diff: changedPlaces(old, now, 2) };
}

const ADDRESS = /\bhttps?:\/\/[^\s/"'<>)\]]+/gi;
/** Lines that an agent or person might run. `\s` would retry after each blank line. */
const COMMAND =
  /^[ \t\xa0]*(?:[$#>][ \t\xa0]+)?(?:sudo|curl|wget|bash|sh|powershell|iwr|iex|rm|chmod|npm|npx|pnpm|yarn|pip3?|pipx|uv|cargo|go|apt(?:-get)?|brew|docker|git|make|python3?|node)[ \t\xa0]+\S.*$/gim;

function notesOn(old: string, now: string): readonly ChangeNote[] {
  const fresh = (pattern: RegExp) => {
    const known = new Set(old.match(pattern)?.map((text) => text.trim()));
    return [...new Set(now.match(pattern)?.map((text) => text.trim()))].filter((text) => !known.has(text));
  };
  const known = new Set(hiddenLines(old));
  const isHiddenNew = hiddenLines(now).some((line) => !known.has(line));
  return [
    ...fresh(ADDRESS).map((text) => ({ kind: 'address', text }) as const),
    ...fresh(COMMAND).map((text) => ({ kind: 'command', text }) as const),
    ...(isHiddenNew ? [{ kind: 'hidden', text: '' } as const] : []),
  ];
}

function hiddenLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => escapeHidden(line) !== line);
}
