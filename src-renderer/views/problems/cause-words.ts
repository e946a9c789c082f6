import {
  CAUSE_RANKS,
  type Cause,
  type CauseRank,
  type Causes,
  type Draft,
  fieldOf,
  plainTitle,
} from '../../../src-server/contract/diagnostics/causes.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { fixOf, locationOf } from '../../skill/diagnostic-advice.ts';
import { formatCount, listWords, plural } from '../../text/format.ts';

export const RANK_WORDS: Readonly<Record<CauseRank, readonly [title: string, meaning: string]>> = {
  unserved: ['Not served', 'agents can’t get these'],
  misleading: ['Misleading for agents', 'served, but something that agents rely on is wrong'],
  cosmetic: ['Cosmetic', 'agents don’t notice'],
};

export function repairWords({ repair, rank }: Pick<Cause, 'repair' | 'rank'>): string {
  if (repair === 'command') return 'one command';
  if (repair === 'replace') return 'search and replace';
  return rank === 'cosmetic' ? 'optional' : 'by hand';
}

/** `171 places in 83 skills` */
export function extentWords({ places, skills }: Pick<Cause, 'places' | 'skills'>): string {
  const count = plural(places.length, 'place');
  return skills.length === 0 ? count : `${count} in ${plural(skills.length, 'skill')}`;
}

/** Served nevertheless. */
export function servedDrafts(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter(({ reasons }) => reasons.length === 0);
}

/** `rest` explains the remaining skills. */
export function cleanWords(
  { causes, clean, drafts }: Causes,
  skills: number,
  nameOf: (key: string) => string,
): readonly [strong: string, rest: string] {
  const unserved = drafts.length - servedDrafts(drafts).length;
  const toFix = skills - clean.length - (drafts.length - unserved);
  const others = [
    ...(toFix > 0 ? [plural(toFix, 'has something to fix', 'have something to fix')] : []),
    ...(drafts.length > unserved ? [plural(drafts.length - unserved, 'is a draft', 'are drafts')] : []),
    ...(unserved > 0 ? [plural(unserved, 'draft is not served', 'drafts are not served')] : []),
  ].join(', ');
  if (clean.length === skills && others === '')
    return [skills === 1 ? 'The skill is clean.' : `All ${formatCount(skills)} skills are clean.`, ''];
  if (clean.length > 0) {
    const names = clean.length > 3 ? '' : `: ${listWords(clean.map(nameOf))}`;
    return [plural(clean.length, 'skill is clean', 'skills are clean'), `${names}. ${others}.`];
  }
  const [best] = [...causes].sort((a, b) => b.cleanWithout - a.cleanWithout);
  const hope =
    best === undefined || best.cleanWithout === 0
      ? ''
      : ` Without “${best.title[0]?.text ?? ''}” there would be ${formatCount(best.cleanWithout)}.`;
  return ['No skill is clean yet.', ` ${others}.${hope}`];
}

/** Without `skills/` and column. */
export function placeName({ file, line, skillKey }: Diagnostic): string {
  const short = file?.replace(/^skills\//, '') ?? skillKey ?? 'The registry';
  return line === undefined ? short : `${short}:${line}`;
}

/** Distinguishes a place within the problem group. */
export function placeDetail(place: Diagnostic): string {
  const { value, pointer = '' } = place;
  // A list item has no name.
  const name = /\/\d+$/.test(pointer) ? '' : fieldOf(place);
  return value?.replace(/^"(.*)"$/s, '“$1”') ?? name;
}

/** By detail, most frequent first; otherwise in order. */
export function byDetail(places: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const place of places) {
    const name = placeDetail(place);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [place]);
    else group.push(place);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length).flat();
}

/** Text for an issue or a chat. */
export function causesAsText({ causes, drafts }: Pick<Causes, 'causes' | 'drafts'>): string {
  const ranks = CAUSE_RANKS.flatMap((rank) => {
    const own = causes.filter((cause) => cause.rank === rank);
    return own.length === 0 ? [] : [[RANK_WORDS[rank][0], ...own.map(causeAsText)].join('\n\n')];
  });
  const unwritten =
    drafts.length === 0 ? [] : [['Drafts', ...drafts.map(({ key }) => `  ${key}`)].join('\n')];
  return [...ranks, ...unwritten].join('\n\n');
}

export function causeAsText(cause: Cause): string {
  return [
    `${plainTitle(cause)} (${extentWords(cause)})`,
    `  ${cause.why}`,
    `  To fix: ${cause.fix}`,
    ...cause.places.map(
      (place) =>
        `  ${place.severity}  ${[locationOf(place), place.message].filter(Boolean).join('  ')}  [${place.code}]${place.fix === undefined ? '' : `\n    fix: ${fixOf(place)}`}`,
    ),
  ].join('\n');
}
