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
import { changedPlaces } from '../text/line-diff.ts';
import type { UpdateChanges } from './manage-registries.ts';
import type { RegistryStore } from './registry-store.ts';

/** Bytes. */
const LARGEST_SHOWN = 256 * 1024;

export function readChanges(
  { registry, update, skills, before, after }: UpdateChanges,
  store: RegistryStore,
): readonly ReadSkillChange[] {
  if (update === null) return [];
  const reader = (commit: string, folder: string | undefined) => (path: string) =>
    folder === undefined ? '' : readText(join(filesOf(registry, commit, store), folder, path));
  return skills.map(({ key, files }) => {
    const [was, is] = [before.skills[key], after.skills[key]];
    const old = reader(registry.commit, was?.folder);
    const now = reader(update.commit, is?.folder);
    return {
      key,
      change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
      risk: [was?.risk ?? null, is?.risk ?? null],
      files: files.map((file) => readFile(file, old(file.path), now(file.path))),
    };
  });
}

function filesOf(registry: AddedRegistry, commit: string, store: RegistryStore): string {
  return join(store.copyOf(registry, commit), registry.name);
}

/** '' for a missing file, undefined for a binary or large file. */
function readText(path: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    return bytes.length > LARGEST_SHOWN || bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch {
    return '';
  }
}

function readFile(file: ChangedFile, old: string | undefined, now: string | undefined): ReadChange {
  if (old === undefined || now === undefined)
    return { ...file, notes: [{ kind: 'unread', text: '' }], diff: [] };
  return { ...file, notes: notesOn(old, now), diff: changedPlaces(old, now, 2) };
}

const ADDRESS = /\bhttps?:\/\/[^\s/"'<>)\]]+/gi;
/** Lines that an agent or person might run. */
const COMMAND =
  /^\s*(?:[$#>]\s+)?(?:sudo|curl|wget|bash|sh|powershell|iwr|iex|rm|chmod|npm|npx|pnpm|yarn|pip3?|pipx|uv|cargo|go|apt(?:-get)?|brew|docker|git|make|python3?|node)\s+\S.*$/gim;

function notesOn(old: string, now: string): readonly ChangeNote[] {
  const fresh = (pattern: RegExp) => {
    const known = new Set(old.match(pattern)?.map((text) => text.trim()));
    return [...new Set(now.match(pattern)?.map((text) => text.trim()))].filter((text) => !known.has(text));
  };
  const isHiddenNew = escapeHidden(now) !== now && escapeHidden(old) === old;
  return [
    ...fresh(ADDRESS).map((text) => ({ kind: 'address', text }) as const),
    ...fresh(COMMAND).map((text) => ({ kind: 'command', text }) as const),
    ...(isHiddenNew ? [{ kind: 'hidden', text: '' } as const] : []),
  ];
}
