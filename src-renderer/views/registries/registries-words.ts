import type {
  ChangeNote,
  RegistryPreview,
  RegistryUpdate,
} from '../../../src-server/contract/service/registry-work.ts';
import { skillsIn } from '../../../src-server/contract/words/changed-count.ts';
import { formatCount, languageName, listWords } from '../../text/format.ts';

/** `git.example.com/team/skills`, with folder and ref. */
export function addressWords({
  address,
  folder,
  ref,
}: {
  readonly address: string;
  readonly folder?: string | null;
  readonly ref?: string | null;
}): string {
  const inside = folder == null ? '' : `, folder ${folder}`;
  return `${address.replace(/^https:\/\//, '')}${inside}${ref == null ? '' : ` at ${ref}`}`;
}

/** Of `https://…`, `ssh://…` and `user@host:path`. */
export function hostOf(address: string): string {
  if (URL.canParse(address)) return new URL(address).host;
  return /^(?:[^@/]*@)?([^:/]+)/.exec(address)?.[1] ?? address;
}

/** `3 skills change, 1 is new, 1 goes.` */
export function updateWords(update: RegistryUpdate): string {
  const { added, changed, removed } = update;
  const parts = [
    ...(changed.length > 0 ? [`${skillsIn(changed)} ${verb(changed, 'changes', 'change')}`] : []),
    ...(added.length > 0 ? [`${countIn(added)} ${verb(added, 'is', 'are')} new`] : []),
    ...(removed.length > 0 ? [`${countIn(removed)} ${verb(removed, 'goes', 'go')}`] : []),
  ];
  return parts.length === 0 ? 'No skill changes.' : `${parts.join(', ')}.`;
}

/** Sentences; empty if nothing stands out. */
export function updateWarnings({ rewritten, risk_raised: raised }: RegistryUpdate): readonly string[] {
  return [
    ...(rewritten ? ['The history was rewritten: the new commit does not come after the served one'] : []),
    ...(raised.length > 0 ? [`Risk is higher now in ${skillsIn(raised)}`] : []),
  ];
}

/** Without the noun. */
function countIn(keys: readonly string[]): string {
  return skillsIn(keys).replace(/ .*/, '');
}

function verb(keys: readonly string[], one: string, many: string): string {
  return keys.length === 1 ? one : many;
}

/** `41 skills in Rust and C++`; most frequent language first. */
export function holdsWords({ skills }: Pick<RegistryPreview, 'skills'>): string {
  const languages = [...countBy(skills, ({ language }) => language)].sort(([, a], [, b]) => b - a);
  const named = languages.map(([language, count]) =>
    languages.length === 1 ? languageName(language) : `${languageName(language)} (${formatCount(count)})`,
  );
  return `in ${listWords(named)}`;
}

export function countBy<T>(items: readonly T[], of: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1);
  return counts;
}

const NAMED = 5;

/** `tokio, rayon and 3 more`, by last key segments. */
export function nameList(keys: readonly string[]): string {
  const names = keys.slice(0, NAMED).map((key) => key.split('/').at(-1) ?? key);
  const rest = keys.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${formatCount(rest)} more` : listWords(names);
}

/** Label without the text. */
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
