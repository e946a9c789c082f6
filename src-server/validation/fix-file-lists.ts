import { PRIORITIES, type Priority } from '../contract/api/api.ts';
import { isJsonObject } from '../contract/api/json-object.ts';
import {
  isRequiredFile,
  STANDARD_FILES,
  STANDARD_READ_ORDER,
  standardPriority,
} from '../contract/api/standard-files.ts';
import type { CheckedSkill } from './checked-skill.ts';
import type { ValueChange } from './edit-json.ts';
import { isKnowledgeFile } from './knowledge-files.ts';

type FileLists = Partial<Record<Priority, readonly unknown[]>>;

/**
 * Removes missing and duplicate paths, adds standard files and examples, and corrects priorities. Creates `files`
 * and `read_order`.
 */
export function fixFileLists({ manifest, files }: CheckedSkill): ValueChange[] {
  const { files: declared, read_order: order } = manifest;
  if (declared !== undefined && !isJsonObject(declared)) return [];
  const known = new Set(files.map(({ path }) => path).filter(isKnowledgeFile));
  const before: FileLists = declared ?? {};
  const after = Object.keys(before).length === 0 ? newLists(known) : repairedLists(before, known);
  const added = stringsOf(after.P0).filter((path) => !stringsOf(before.P0).includes(path));
  const isChanged = PRIORITIES.some((name) => after[name] && !isSame(after[name], before[name]));
  const reason = 'Brought "files" in line with the files that are there.';
  return [
    ...(declared === undefined || isChanged ? [{ field: 'files', value: after, reason }] : []),
    ...fixReadOrder(order, known, after, added),
  ];
}

function isListOrGap(list: unknown): boolean {
  return list === undefined || Array.isArray(list);
}

function newLists(known: ReadonlySet<string>): FileLists {
  const priorityOf = (path: string) => standardPriority(path) ?? 'P2';
  return Object.fromEntries(
    PRIORITIES.map((own) => [own, inStandardOrder([...known].filter((path) => priorityOf(path) === own))]),
  );
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
      if (typeof path !== 'string') return true;
      const own = standardPriority(path);
      const isMoved = own !== undefined && own !== priority && isListOrGap(declared[own]);
      (isMoved ? misfiled : mentioned).add(path);
      return !isMoved;
    });
  }
  for (const path of inStandardOrder(new Set([...known, ...misfiled]))) {
    const priority = standardPriority(path);
    if (priority === undefined || mentioned.has(path) || !isListOrGap(declared[priority])) continue;
    lists[priority] = [...(lists[priority] ?? []), path];
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
  const elsewhere = PRIORITIES.filter((name) => name !== 'P0').flatMap((name) => stringsOf(lists[name]));
  const kept = new Set<unknown>();
  const items: readonly unknown[] = declared.filter((path: unknown) => {
    if (typeof path !== 'string') return true;
    const isOther = elsewhere.includes(path) && !p0.includes(path) && standardPriority(path) !== 'P0';
    const isKept = !isOther && !isGone(path, known) && !kept.has(path);
    if (isKept) kept.add(path);
    return isKept;
  });
  const value = added.filter((path) => !kept.has(path)).reduce(insertToRead, items);
  if (isSame(value, declared)) return [];
  return [{ field: 'read_order', value, reason: 'Brought "read_order" in line with "files".' }];
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

function inStandardOrder(paths: Iterable<string>): string[] {
  const order: readonly string[] = Object.values(STANDARD_FILES).flat();
  const rank = (path: string): number => (order.includes(path) ? order.indexOf(path) : order.length);
  return [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function stringsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
