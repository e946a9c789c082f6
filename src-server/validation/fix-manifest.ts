/** Mechanical repairs of skill.json: what follows from the files that are there. Never prose, never a judgement. */
import { PRIORITIES, type Priority } from '../contract/api.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { completeness } from './completeness.ts';
import { replaceJsonValue } from './edit-json.ts';
import { MANIFEST_FILE } from './finding.ts';
import {
  isKnowledgeFile,
  isRootMarkdown,
  presentPaths,
  STANDARD_FILES,
  standardPriority,
} from './knowledge-files.ts';
import { isAliasSchema } from './schema-name.ts';

export interface ManifestFix {
  /** The whole new text of skill.json. */
  readonly text: string;
  /** What was changed, a sentence each. */
  readonly changes: readonly string[];
}

/** One value that changes, and why. */
interface ValueChange {
  readonly field: string;
  readonly value: unknown;
  readonly reason: string;
}

/**
 * - A missing `schema`, or an older name of it, becomes `skills/v1`.
 * - `files` loses paths of knowledge files that don't exist (required ones excepted: they are to be written) and second
 *   mentions, and gains the specification's files and examples that it leaves out; where it is missing it is made.
 * - `read_order` follows: missing files and second mentions go, new P0 files come last; where it is missing it is P0.
 * - A declared `completeness` outside of the range the files allow becomes the computed number.
 *
 * Undefined where there is nothing to repair. Fixing what was fixed changes nothing.
 */
export function fixManifest(skill: CheckedSkill): ManifestFix | undefined {
  const before = skill.readText(MANIFEST_FILE);
  if (before === undefined) return undefined;
  const changes = [...fixSchema(skill), ...fixLists(skill), ...fixCompleteness(skill)];
  if (changes.length === 0) return undefined;
  const text = changes.reduce((edited, { field, value }) => replaceJsonValue(edited, field, value), before);
  return { text, changes: changes.map(({ reason }) => reason) };
}

function fixSchema({ manifest }: CheckedSkill): ValueChange[] {
  const { schema } = manifest;
  const isAlias = typeof schema === 'string' && isAliasSchema(schema);
  if (schema !== undefined && !isAlias) return [];
  return [{ field: 'schema', value: 'skills/v1', reason: 'Set "schema" to "skills/v1".' }];
}

function fixCompleteness({ manifest, files }: CheckedSkill): ValueChange[] {
  const declared = manifest['completeness'];
  if (declared === undefined) return [];
  const { score, range } = completeness(presentPaths(files));
  if (Number.isInteger(declared) && Number(declared) >= range[0] && Number(declared) <= range[1]) return [];
  return [{ field: 'completeness', value: score, reason: `Set "completeness" to ${score}.` }];
}

type FileLists = Partial<Record<Priority, readonly unknown[]>>;

function fixLists({ manifest, files }: CheckedSkill): ValueChange[] {
  const known = new Set(files.map(({ path }) => path).filter(isKnowledgeFile));
  const declared = manifest['files'];
  if (
    declared !== undefined &&
    (typeof declared !== 'object' || declared === null || Array.isArray(declared))
  )
    return [];
  const lists = declared === undefined ? newLists(known) : repairedLists(declared as FileLists, known);
  const before: FileLists = (declared as FileLists | undefined) ?? {};
  const old = new Set(stringsOf(before.P0));
  const added = stringsOf(lists.P0).filter((path) => !old.has(path));
  return [
    ...(declared !== undefined && !isChanged(before, lists)
      ? []
      : [{ field: 'files', value: lists, reason: describeLists(before, lists) }]),
    ...fixReadOrder(manifest['read_order'], known, stringsOf(lists.P0), added),
  ];
}

/** Lists for a skill that has none: every knowledge file, so that none gets lost. */
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
  for (const priority of PRIORITIES) {
    const list = declared[priority];
    if (!Array.isArray(list)) continue;
    lists[priority] = list.filter((path: unknown) => {
      const keep = !mentioned.has(path) && !isGone(path, known);
      if (typeof path === 'string') mentioned.add(path);
      return keep;
    });
  }
  for (const path of inStandardOrder(known)) {
    const priority = standardPriority(path);
    if (priority === undefined || mentioned.has(path)) continue;
    if (declared[priority] !== undefined && !Array.isArray(declared[priority])) continue;
    lists[priority] ??= [];
    lists[priority].push(path);
  }
  return lists;
}

/** A path that could be a knowledge file, and isn't there. Required files stay listed: they are to be written. */
function isGone(path: unknown, known: ReadonlySet<string>): boolean {
  if (typeof path !== 'string' || known.has(path)) return false;
  const isRequired = STANDARD_FILES.P0.some((name) => name === path);
  return !isRequired && (isRootMarkdown(path) || /^examples\/[^.]/.test(path)) && isKnowledgeFile(path);
}

function fixReadOrder(
  declared: unknown,
  known: ReadonlySet<string>,
  p0: readonly string[],
  added: readonly string[],
): ValueChange[] {
  if (declared === undefined)
    return p0.length === 0
      ? []
      : [{ field: 'read_order', value: p0, reason: 'Made "read_order" from the P0 files.' }];
  if (!Array.isArray(declared)) return [];
  const kept = new Set<unknown>();
  const items = declared.filter((path: unknown) => {
    if (typeof path !== 'string') return true;
    const keep = !isGone(path, known) && !kept.has(path);
    if (keep) kept.add(path);
    return keep;
  });
  const value = [...items, ...added.filter((path) => !kept.has(path))];
  return isSame(value, declared)
    ? []
    : [{ field: 'read_order', value, reason: 'Brought "read_order" in line with "files".' }];
}

/** A list that isn't one is left as it is, and `after` has none in its place. */
function isChanged(before: FileLists, after: FileLists): boolean {
  return PRIORITIES.some(
    (priority) => after[priority] !== undefined && !isSame(after[priority], before[priority]),
  );
}

function describeLists(before: FileLists, after: FileLists): string {
  const all = (lists: FileLists): string[] => PRIORITIES.flatMap((priority) => stringsOf(lists[priority]));
  const [old, now] = [new Set(all(before)), new Set(all(after))];
  const added = [...now].filter((path) => !old.has(path));
  const removed = [...old].filter((path) => !now.has(path));
  const parts = [
    ...(added.length > 0 ? [`listed ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`took ${removed.join(', ')} off the list`] : []),
  ];
  return `In "files": ${parts.length > 0 ? parts.join('; ') : 'removed second mentions'}.`;
}

/** The specification's own order, other files by name after. */
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
