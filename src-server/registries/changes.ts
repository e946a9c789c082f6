/** Compares two copies of a registry. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ChangedFile,
  ChangeNote,
  ReadChange,
  ReadSkillChange,
  RegistryUpdate,
} from '../contract/added-registries.ts';
import type { SkillKey } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { escapeHidden } from '../contract/outside-text.ts';
import { changedPlaces } from '../platform/changed-lines.ts';
import type { CopyFacts } from './copy.ts';

const RISKS_ASCENDING: readonly (string | null)[] = [null, 'low', 'medium', 'high'];

/** Says what differs between two copies of a registry, for a person who decides about an update. */
export function updateBetween(before: CopyFacts, after: CopyFacts): RegistryUpdate {
  const changed = changedSkills(before, after).map(({ key }) => key);
  const isIn = ({ skills }: CopyFacts, key: SkillKey) => skills[key] !== undefined;
  const both = changed.filter((key) => isIn(before, key) && isIn(after, key));
  return {
    commit: after.commit,
    added: changed.filter((key) => !isIn(before, key)),
    changed: both,
    removed: changed.filter((key) => !isIn(after, key)),
    risk_raised: both.filter((key) => riskOf(after, key) > riskOf(before, key)),
  };
}

/** A copy whose files can be read: the paths of its facts are relative to `folder`. */
export interface ReadableCopy {
  readonly facts: CopyFacts;
  readonly folder: string;
}

/** At most this many characters are compared; the files beyond are `unread`. */
const MOST_READ = 10_000_000;

/** Reads the changed lines of every skill that differs, or of `only` one of them. */
export function readChanges(
  before: ReadableCopy,
  after: ReadableCopy,
  only?: SkillKey,
): readonly ReadSkillChange[] {
  let left = MOST_READ;
  return changedSkills(before.facts, after.facts)
    .filter(({ key }) => only === undefined || key === only)
    .map(({ key, files }): ReadSkillChange => {
      const [was, is] = [before.facts.skills[key], after.facts.skills[key]];
      return {
        key,
        change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
        risk: [was?.risk ?? null, is?.risk ?? null],
        files: files.map((file): ReadChange => {
          const old = was && readText(join(before.folder, was.folder, file.path));
          const now = is && readText(join(after.folder, is.folder, file.path));
          left -= (old?.length ?? 0) + (now?.length ?? 0);
          if (old === null || now === null || left < 0)
            return { ...file, notes: [{ kind: 'unread', text: '' }], diff: [] };
          return { ...file, notes: notesOn(old, now), diff: changedPlaces(old ?? '', now ?? '', 2) };
        }),
      };
    });
}

interface ChangedSkill {
  readonly key: SkillKey;
  readonly files: readonly ChangedFile[];
}

function changedSkills(before: CopyFacts, after: CopyFacts): readonly ChangedSkill[] {
  const [old, now] = [filesBySkill(before), filesBySkill(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((key) => ({ key, files: compareFiles(old.get(key), now.get(key)) }))
    .filter(({ files }) => files.length > 0);
}

/** The ids of contents by path in the skill. */
type Files = ReadonlyMap<string, string>;

function filesBySkill({ skills, files }: CopyFacts): ReadonlyMap<SkillKey, Files> {
  const found = new Map(Object.keys(skills).map((key) => [key, new Map<string, string>()]));
  const keys = new Map(Object.entries(skills).map(([key, { folder }]) => [folder, key]));
  for (const [path, id] of Object.entries(files)) {
    let folder = path;
    do folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    while (folder !== '' && !keys.has(folder));
    found.get(keys.get(folder) ?? '')?.set(folder === '' ? path : path.slice(folder.length + 1), id);
  }
  return found;
}

function compareFiles(before: Files = new Map(), after: Files = new Map()): readonly ChangedFile[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({
      path,
      change: before.has(path) ? (after.has(path) ? 'changed' : 'removed') : 'added',
    }));
}

function riskOf({ skills }: CopyFacts, key: SkillKey): number {
  return RISKS_ASCENDING.indexOf(skills[key]?.risk ?? null);
}

/** Reads a text. It is undefined if the file is missing, and null if it is binary or large. */
function readText(path: string): string | null | undefined {
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  return bytes.length > LIMITS.comparedBytes || bytes.includes(0) ? null : bytes.toString('utf8');
}

const ADDRESS_IN_TEXT = /\bhttps?:\/\/[^\s/"'<>)\]]+/gi;
/** Finds lines that an agent or person might run. `\s` would try again after each blank line. */
const COMMAND_IN_TEXT =
  /^[ \t\xa0]*(?:[$#>][ \t\xa0]+)?(?:sudo|curl|wget|bash|sh|powershell|iwr|iex|rm|chmod|npm|npx|pnpm|yarn|pip3?|pipx|uv|cargo|go|apt(?:-get)?|brew|docker|git|make|python3?|node)[ \t\xa0]+\S.*$/gim;

function notesOn(old = '', now = ''): readonly ChangeNote[] {
  const fresh = (found: (text: string) => readonly string[]) => {
    const known = new Set(found(old));
    return [...new Set(found(now))].filter((text) => !known.has(text));
  };
  const matches = (pattern: RegExp) => (text: string) => text.match(pattern)?.map((one) => one.trim()) ?? [];
  return [
    ...fresh(matches(ADDRESS_IN_TEXT)).map((text) => ({ kind: 'address', text }) as const),
    ...fresh(matches(COMMAND_IN_TEXT)).map((text) => ({ kind: 'command', text }) as const),
    ...(fresh(hiddenLines).length > 0 ? [{ kind: 'hidden', text: '' } as const] : []),
  ];
}

function hiddenLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => escapeHidden(line) !== line);
}
