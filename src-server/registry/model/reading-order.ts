import { PRIORITIES, type Priority } from '../../contract/api/api.ts';
import { standardPriority } from '../../contract/api/standard-files.ts';
import type { KnowledgeFile, SkillRecord } from '../skill-record.ts';

type Skill = Pick<SkillRecord, 'manifest' | 'files' | 'contents'>;

export interface OrderedFile {
  readonly file: KnowledgeFile;
  readonly path: string;
  readonly priority: Priority;
}

/** Priority, then P0 by `read_order`, then as listed. */
export function readingOrder(skill: Skill): readonly OrderedFile[] {
  const listed = listedPriorities(skill);
  // A map, since searching thousands of paths per comparison is slow. Reversed: of duplicates the first
  // counts.
  const readOrder = stringsOf(skill.manifest['read_order']);
  const places = new Map(readOrder.map((path, at) => [path, at] as const).reverse());
  const place = (path: string) => places.get(path) ?? readOrder.length;
  const files = skill.contents.flatMap((path) => {
    const file = skill.files.get(path);
    return file === undefined ? [] : [{ file, path, priority: priorityOf(path, listed) }];
  });
  return files.sort(
    (a, b) =>
      PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
      place(a.file.path) - place(b.file.path),
  );
}

function priorityOf(path: string, listed: ReadonlyMap<string, Priority>): Priority {
  return listed.get(path) ?? standardPriority(path) ?? 'P3';
}

function listedPriorities({ manifest }: Skill): ReadonlyMap<string, Priority> {
  const { files } = manifest;
  const priorities = new Map<string, Priority>();
  if (typeof files !== 'object' || files === null) return priorities;
  for (const priority of PRIORITIES) {
    for (const path of stringsOf((files as Readonly<Record<string, unknown>>)[priority])) {
      if (!priorities.has(path)) priorities.set(path, priority);
    }
  }
  return priorities;
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
