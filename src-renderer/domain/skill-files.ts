import { type FullSkill, type Priority, standardPriority } from '../../src-server/contract/api.ts';
import { PRIORITIES } from '../../src-server/contract/vocabulary.ts';

export interface SkillFile {
  readonly path: string;
  readonly priority: Priority;
  /** Undefined if unknown. */
  readonly tokens: number | undefined;
  readonly text: string;
}

/** Listed file without a served text. */
export interface MissingFile {
  readonly path: string;
  readonly priority: Priority;
  /** Why it isn't served, as a sentence. */
  readonly reason: string;
}

export interface SkillFiles {
  /** In reading order: P0 to P3. */
  readonly files: readonly SkillFile[];
  readonly missing: readonly MissingFile[];
}

/**
 * By priority, `read_order`, listing; the first listing of a path wins. Unlisted files get the specification's
 * priority, else P3.
 */
export function filesOf(skill: FullSkill): SkillFiles {
  const order = new Map(textsIn(skill.read_order).map((path, at) => [path, at]));
  const place = (path: string) => order.get(path) ?? order.size;
  const listed = new Map<string, Priority>();
  for (const priority of PRIORITIES) {
    const paths = [...new Set(textsIn(skill.files?.[priority]))].sort((a, b) => place(a) - place(b));
    for (const path of paths) if (!listed.has(path)) listed.set(path, priority);
  }
  for (const path of [...Object.keys(skill._contents), ...Object.keys(skill._omitted ?? {})])
    if (!listed.has(path)) listed.set(path, standardPriority(path) ?? 'P3');

  const contents = new Map(Object.entries(skill._contents));
  const omitted = new Map(Object.entries(skill._omitted ?? {}));
  const files: SkillFile[] = [];
  const missing: MissingFile[] = [];
  for (const each of PRIORITIES)
    for (const [path, priority] of listed) {
      if (priority !== each) continue;
      const text = contents.get(path);
      const reason = omitted.get(path) ?? 'skill.json lists it, but the folder does not hold it.';
      if (text === undefined) missing.push({ path, priority, reason });
      else files.push({ path, priority, text, tokens: skill._tokens?.[path] });
    }
  return { files, missing };
}

/**
 * Pitfalls, safety, and P0 files; without P0 files, the files of the next used priority.
 *
 * @param files in reading order
 */
export function filesToReadFirst(files: readonly SkillFile[]): readonly SkillFile[] {
  return files.filter(
    ({ path, priority }) => priority === files[0]?.priority || path === 'pitfalls.md' || path === 'safety.md',
  );
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

const GROUPS: Readonly<Record<Priority, string>> = {
  P0: 'Read first',
  P1: 'When you use it',
  P2: 'On demand',
  P3: 'Reference',
};

/** @param paths all of the priority */
export function groupTitle(priority: Priority, paths: readonly string[]): string {
  const isExamples = priority === 'P3' && paths.every((path) => path.startsWith('examples/'));
  return isExamples ? 'Examples' : GROUPS[priority];
}

/** `2 of 3 to read first`, `on demand`. */
export function placeInWords(files: readonly SkillFile[], file: SkillFile): string {
  const group = files.filter(({ priority }) => priority === file.priority).map(({ path }) => path);
  return file.priority === 'P0'
    ? `${group.indexOf(file.path) + 1} of ${group.length} to read first`
    : groupTitle(file.priority, group).toLowerCase();
}
