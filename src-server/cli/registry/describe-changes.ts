import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHidden, printable, printableLines } from '../../contract/words/printable.ts';
import type { AddedRegistry } from '../../registries/added-registry.ts';
import type { ChangedFile } from '../../registries/compare-copies.ts';
import type { UpdateChanges } from '../../registries/manage-registries.ts';
import type { RegistryStore } from '../../registries/registry-store.ts';
import { changedPlaces, formatDiff } from '../../text/line-diff.ts';

export interface ReadChange extends ChangedFile {
  /** Sentences; empty if nothing stands out. */
  readonly notes: readonly string[];
  /** '' for binary and large files. */
  readonly diff: string;
}

export interface ReadSkillChange {
  readonly key: string;
  readonly files: readonly ReadChange[];
}

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
    const old = reader(registry.commit, before.skills[key]?.folder);
    const now = reader(update.commit, after.skills[key]?.folder);
    return { key, files: files.map((file) => describeFile(file, old(file.path), now(file.path))) };
  });
}

export function changesText(changes: readonly ReadSkillChange[]): string {
  return changes
    .map(({ key, files }) =>
      [
        printable(key),
        ...files.flatMap(({ path, change, notes, diff }) => [
          `  ${change} ${printable(path)}`,
          ...notes.map((note) => `  ! ${printable(note)}`),
          ...(diff === '' ? [] : [printableLines(diff).replace(/^/gm, '    ')]),
        ]),
      ].join('\n'),
    )
    .join('\n\n');
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

function describeFile(file: ChangedFile, old: string | undefined, now: string | undefined): ReadChange {
  if (old === undefined || now === undefined)
    return { ...file, notes: ['no text, or too large to show'], diff: '' };
  return { ...file, notes: notesOn(old, now), diff: formatDiff(changedPlaces(old, now, 2).flat()) };
}

const ADDRESS = /\bhttps?:\/\/[^\s/"'<>)\]]+/gi;
/** Lines that an agent or person might run. */
const COMMAND =
  /^\s*(?:[$#>]\s+)?(?:sudo|curl|wget|bash|sh|powershell|iwr|iex|rm|chmod|npm|npx|pnpm|yarn|pip3?|pipx|uv|cargo|go|apt(?:-get)?|brew|docker|git|make|python3?|node)\s+\S.*$/gim;

function notesOn(old: string, now: string): readonly string[] {
  const fresh = (pattern: RegExp) => {
    const known = new Set(old.match(pattern)?.map((text) => text.trim()));
    return [...new Set(now.match(pattern)?.map((text) => text.trim()))].filter((text) => !known.has(text));
  };
  const isHiddenNew = escapeHidden(now) !== now && escapeHidden(old) === old;
  return [
    ...fresh(ADDRESS).map((address) => `new address: ${address}`),
    ...fresh(COMMAND).map((command) => `new command: ${command}`),
    ...(isHiddenNew ? ['has characters now that can’t be seen'] : []),
  ];
}
