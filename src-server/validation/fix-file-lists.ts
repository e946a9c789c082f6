import { PRIORITIES, type Priority } from '../contract/api/api.ts';
import {
  isRequiredFile,
  STANDARD_FILES,
  STANDARD_READ_ORDER,
  standardPriority,
} from '../contract/api/standard-files.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { isKnowledgeFile, unknownLists } from './knowledge-files.ts';
import { truncate } from './truncate.ts';
import type { ValueChange } from './value-change.ts';

type FileLists = Partial<Record<Priority, readonly unknown[]>>;

/**
 * Removes missing and duplicate paths, adds standard files and examples, corrects priorities, and merges
 * unknown lists (`p1`). Creates `files` and `read_order`.
 */
export function fixFileLists({ manifest, files }: CheckedSkill): ValueChange[] {
  const known = new Set(files.map(({ path }) => path).filter(isKnowledgeFile));
  const declared = manifest['files'];
  if (
    declared !== undefined &&
    (typeof declared !== 'object' || declared === null || Array.isArray(declared))
  )
    return [];
  const before: FileLists = (declared as FileLists | undefined) ?? {};
  const without = mergeableLists(manifest);
  const isNew = declared === undefined || Object.keys(declared).length === 0;
  const lists = isNew ? newLists(known) : repairedLists(withMerged(before, without), known);
  const old = new Set(stringsOf(before.P0));
  const added = stringsOf(lists.P0).filter((path) => !old.has(path));
  const names = without.map(({ name }) => name);
  const isSameFiles = declared !== undefined && names.length === 0 && !isChanged(before, lists);
  return [
    ...(isSameFiles
      ? []
      : [{ field: 'files', value: lists, without: names, reason: describeLists(before, lists, names) }]),
    ...fixReadOrder(manifest['read_order'], known, lists, added),
  ];
}

type NamedList = ReturnType<typeof unknownLists>[number];

/** Lists of paths, with existing or creatable target lists. */
function mergeableLists(manifest: CheckedSkill['manifest']): NamedList[] {
  const files = manifest['files'] as Readonly<Record<string, unknown>> | undefined;
  return unknownLists(manifest).filter(({ name, paths }) => {
    const list = files?.[name];
    const wanted = [
      meantPriority(name),
      ...paths.map((path) => standardPriority(path) ?? meantPriority(name)),
    ];
    const hasRoom = wanted.every((priority) => isListOrGap(files?.[priority]));
    return hasRoom && Array.isArray(list) && list.length === paths.length;
  });
}

function isListOrGap(list: unknown): boolean {
  return list === undefined || Array.isArray(list);
}

function meantPriority(name: string): Priority {
  return PRIORITIES.find((priority) => priority === name.trim().toUpperCase()) ?? 'P2';
}

function withMerged(lists: FileLists, merged: readonly NamedList[]): FileLists {
  const all: Partial<Record<Priority, readonly unknown[]>> = { ...lists };
  for (const { name, paths } of merged) {
    const priority = meantPriority(name);
    all[priority] = [...(all[priority] ?? []), ...paths];
  }
  return all;
}

function newLists(known: ReadonlySet<string>): FileLists {
  const lists: Partial<Record<Priority, string[]>> = {};
  for (const priority of PRIORITIES) {
    const own = [...known].filter((path) => (standardPriority(path) ?? 'P2') === priority);
    lists[priority] = inStandardOrder(own);
  }
  return lists;
}

function repairedLists(declared: FileLists, known: ReadonlySet<string>): FileLists {
  const lists: Partial<Record<Priority, unknown[]>> = {};
  const mentioned = new Set<unknown>();
  const misfiled = new Set<string>();
  for (const priority of PRIORITIES) {
    const list = declared[priority];
    if (!Array.isArray(list)) continue;
    lists[priority] = list.filter((path: unknown) => {
      if (mentioned.has(path) || isGone(path, known)) return false;
      const own = typeof path === 'string' ? standardPriority(path) : undefined;
      if (typeof path === 'string' && own !== undefined && own !== priority && isListOrGap(declared[own])) {
        misfiled.add(path);
        return false;
      }
      if (typeof path === 'string') mentioned.add(path);
      return true;
    });
  }
  for (const path of inStandardOrder(new Set([...known, ...misfiled]))) {
    const priority = standardPriority(path);
    if (priority === undefined || mentioned.has(path) || !isListOrGap(declared[priority])) continue;
    lists[priority] ??= [];
    lists[priority].push(path);
  }
  return lists;
}

/** Required files stay, for the author to write. */
function isGone(path: unknown, known: ReadonlySet<string>): boolean {
  return typeof path === 'string' && !known.has(path) && !isRequiredFile(path) && isKnowledgeFile(path);
}

function fixReadOrder(
  declared: unknown,
  known: ReadonlySet<string>,
  lists: FileLists,
  added: readonly string[],
): ValueChange[] {
  const p0 = stringsOf(lists.P0);
  if (declared === undefined)
    return p0.length === 0
      ? []
      : [{ field: 'read_order', value: p0, reason: 'Made "read_order" from the P0 files.' }];
  if (!Array.isArray(declared)) return [];
  const elsewhere = new Set(
    PRIORITIES.filter((priority) => priority !== 'P0').flatMap((priority) => stringsOf(lists[priority])),
  );
  const kept = new Set<unknown>();
  const items: readonly unknown[] = declared.filter((path: unknown) => {
    if (typeof path !== 'string') return true;
    const isOther = elsewhere.has(path) && !p0.includes(path) && standardPriority(path) !== 'P0';
    const keep = !isOther && !isGone(path, known) && !kept.has(path);
    if (keep) kept.add(path);
    return keep;
  });
  const value = added.filter((path) => !kept.has(path)).reduce(insertToRead, items);
  return isSame(value, declared)
    ? []
    : [{ field: 'read_order', value, reason: 'Brought "read_order" in line with "files".' }];
}

/** In standard order if the list is; otherwise appends. */
function insertToRead(items: readonly unknown[], path: string): readonly unknown[] {
  const order: readonly unknown[] = STANDARD_READ_ORDER;
  const rank = order.indexOf(path);
  const place = items.findIndex((item) => order.indexOf(item) > rank);
  const isBefore = (item: unknown) => order.includes(item) && order.indexOf(item) < rank;
  if (rank < 0 || place < 0 || items.slice(place).some(isBefore)) return [...items, path];
  return items.toSpliced(place, 0, path);
}

function isChanged(before: FileLists, after: FileLists): boolean {
  return PRIORITIES.some(
    (priority) => after[priority] !== undefined && !isSame(after[priority], before[priority]),
  );
}

function describeLists(before: FileLists, after: FileLists, merged: readonly string[]): string {
  const [old, now] = [placesOf(before), placesOf(after)];
  const added = [...now.keys()].filter((path) => !old.has(path));
  const removed = [...old.keys()].filter((path) => !now.has(path));
  const moved = [...now].filter(([path, priority]) => old.has(path) && old.get(path) !== priority);
  const parts = [
    ...(merged.length > 0 ? [`merged ${merged.map((name) => `"${truncate(name)}"`).join(', ')}`] : []),
    ...(moved.length > 0
      ? [`moved ${moved.map(([path, priority]) => `${path} to ${priority}`).join(', ')}`]
      : []),
    ...(added.length > 0 ? [`listed ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`took ${removed.join(', ')} off the list`] : []),
  ];
  return `In "files": ${parts.length > 0 ? parts.join('; ') : 'removed second mentions'}.`;
}

function placesOf(lists: FileLists): ReadonlyMap<string, Priority> {
  return new Map(
    PRIORITIES.toReversed().flatMap((priority) =>
      stringsOf(lists[priority]).map((path) => [path, priority] as const),
    ),
  );
}

function inStandardOrder(paths: Iterable<string>): string[] {
  const order: readonly string[] = Object.values(STANDARD_FILES).flat();
  const rank = (path: string): number => (order.includes(path) ? order.indexOf(path) : order.length);
  return [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function stringsOf(list: readonly unknown[] | undefined): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
