/** What the window says of added registries and their updates. */

import type {
  ChangeNote,
  RegistryChanges,
  RegistryPreview,
  RegistryUpdate,
  ShownRegistry,
} from '../../../src-server/contract/added-registries.ts';
import type { ServedLayer } from '../../../src-server/contract/api.ts';
import { changedSkills, skillsIn } from '../../../src-server/contract/service.ts';
import { languageName } from '../../../src-server/contract/skill-format.ts';
import {
  countWords,
  type FetchProgress,
  fetchWords,
  groupDigits,
  joinWords,
} from '../../../src-server/contract/words.ts';

interface Origin {
  readonly address: string;
  readonly folder?: string | null;
  readonly ref?: string | null;
}

/** Writes an address as `git.example.com/team/skills, folder skills at stable`. */
export function addressWords({ address, folder, ref }: Origin): string {
  const inside = folder == null ? '' : `, folder ${folder}`;
  return `${address.replace(/^https?:\/\//, '')}${inside}${ref == null ? '' : ` at ${ref}`}`;
}

/** Returns the words after the address in the row of an added registry. */
export function stateWords(registry: ShownRegistry, isChecking: boolean, progress?: FetchProgress): string {
  const { error, update, pinned, follow, left_out: leftOut = [] } = registry;
  if (progress !== undefined) return `its update is being fetched: ${fetchWords(progress)}`;
  if (isChecking) return 'its address is being asked';
  if (error !== null) return error;
  if (update !== null) {
    const skills = changedSkills(update);
    return skills === undefined ? 'an update is available' : `an update of ${skills} is available`;
  }
  return [
    ...(pinned ? ['pinned: its address is not asked'] : follow ? ['updates are taken without asking'] : []),
    ...(leftOut.length > 0 ? [countWords(leftOut.length, 'file was left out', 'files were left out')] : []),
  ].join(', ');
}

/** Returns the same words for a page in a browser, which knows the served layers alone. */
export function layerWords({ state }: ServedLayer): string {
  if (state === 'update') return 'an update is available';
  return state === 'failed' ? 'the last check for updates failed' : '';
}

/** Says what an update changes: `3 skills change, 1 is new, 1 goes.` */
export function updateWords({ added, changed, removed }: RegistryUpdate): string {
  const count = (keys: readonly string[]) => skillsIn(keys).replace(/ .*/, '');
  const verb = (keys: readonly string[], one: string, many: string) => (keys.length === 1 ? one : many);
  const parts = [
    ...(changed.length > 0 ? [`${skillsIn(changed)} ${verb(changed, 'changes', 'change')}`] : []),
    ...(added.length > 0 ? [`${count(added)} ${verb(added, 'is', 'are')} new`] : []),
    ...(removed.length > 0 ? [`${count(removed)} ${verb(removed, 'goes', 'go')}`] : []),
  ];
  return parts.length === 0 ? 'No skill changes.' : `${parts.join(', ')}.`;
}

/** Returns what to look at before an update is taken. */
export function updateWarnings(
  update: RegistryUpdate,
  changes: RegistryChanges | undefined,
): readonly string[] {
  const notes = changes?.skills.flatMap(({ files }) => files.flatMap((file) => file.notes)) ?? [];
  const count = (kind: ChangeNote['kind']) => notes.filter((note) => note.kind === kind).length;
  const [commands, addresses, hidden] = [count('command'), count('address'), count('hidden')];
  const { risk_raised: raised } = update;
  return [
    ...(raised.length > 0 ? [`Risk is higher now in ${skillsIn(raised)}.`] : []),
    ...(commands > 0 ? [`${countWords(commands, 'new command')} that an agent could run.`] : []),
    ...(addresses > 0 ? [`${countWords(addresses, 'new address', 'new addresses')}.`] : []),
    ...(hidden > 0 ? [`Characters that can’t be seen in ${countWords(hidden, 'file')}.`] : []),
  ];
}

export function noteWords({ kind }: ChangeNote): string {
  switch (kind) {
    case 'address':
      return 'New address';
    case 'command':
      return 'New command that an agent could run';
    case 'hidden':
      return 'Has characters now that can’t be seen';
    case 'unread':
      return 'No text, or too large to show';
  }
}

/** Says what a registry holds: `41 skills in Rust (30) and C++ (11), 12 of high risk.` */
export function holdsWords({ skills }: Pick<RegistryPreview, 'skills'>): string {
  const counts = new Map<string, number>();
  for (const { language } of skills) counts.set(language, (counts.get(language) ?? 0) + 1);
  const languages = [...counts].sort(([, a], [, b]) => b - a);
  const named = languages.map(([language, count]) =>
    languages.length === 1 ? languageName(language) : `${languageName(language)} (${groupDigits(count)})`,
  );
  const risky = skills.filter(({ risk }) => risk === 'high').length;
  const inLanguages = named.length === 0 ? '' : ` in ${joinWords(named)}`;
  return `${countWords(skills.length, 'skill')}${inLanguages}${risky === 0 ? '' : `, ${groupDigits(risky)} of high risk`}.`;
}

/** Returns the names in the new order; unchanged at the ends. */
export function movedBy(names: readonly string[], name: string, by: -1 | 1): readonly string[] {
  const from = names.indexOf(name);
  const to = from + by;
  if (from === -1 || to < 0 || to >= names.length) return names;
  const moved = names.filter((one) => one !== name);
  return [...moved.slice(0, to), name, ...moved.slice(to)];
}

// Cached: creating a format costs a thousand times more than its use, and lists format every row.
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_WITH_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Writes a day of this year as `28 Apr`, others as `28 Apr 2024`. */
export function formatDay(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return (date.getFullYear() === now.getFullYear() ? DAY : DAY_WITH_YEAR).format(date);
}
