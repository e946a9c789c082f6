/** The dangers that a skill warns of, each in a line, and the code that each is about. */

import { LRUCache } from 'lru-cache';
import type { JsonObject, Language, SkillKey } from '../contract/api.ts';
import { formOf, formOfCodeLine, formOfInfo } from '../platform/markdown.ts';
import { isCode, MarkdownLines } from '../platform/markdown-lines.ts';
import { type Danger, dangersOf, plainLine, type Texts } from '../search/dangers.ts';
import { withoutTitle } from '../search/passages.ts';
import { STOP_WORDS } from '../search/word-lists.ts';
import { codeOnly } from './imports.ts';

/** Titles of the dangers that matter most, as plain text. */
export function worstTitles(manifest: JsonObject, texts: Texts, most: number): readonly string[] {
  return dangersOf(manifest, texts)
    .slice(0, most)
    .map(({ entry }) => plainLine(entry.title ?? ''));
}

/** The names that an entry's code uses, and in which form. */
export interface DangerCode {
  /** Names of all code of the entry. */
  readonly names: ReadonlySet<string>;
  /** Names that the bad form calls or reaches through a dot; empty if no form is marked, or the good one has the same. */
  readonly calls: ReadonlySet<string>;
  /** Names of the good form that the bad one lacks. */
  readonly cures: ReadonlySet<string>;
  /** Words of the title, in lower case and without those of every text. */
  readonly words: ReadonlySet<string>;
}

/** Characters of an entry that are looked at. */
const MOST_CHARACTERS = 16 * 1024;
/** Dangers of a skill that can be told; samples have some 20. */
const MOST_DANGERS = 200;

function codeOfDanger({ entry }: Danger, language: Language): DangerCode {
  const parts = { bad: '', good: '', other: '' };
  const lines = new MarkdownLines({ info: entry.fence });
  let announced = formOf(entry.title ?? '');
  let form = announced;
  for (const line of withoutTitle(entry).slice(0, MOST_CHARACTERS).split('\n')) {
    const kind = lines.read(line, 0, line.length);
    if (kind === 'fence') form = lines.isInFence ? (formOfInfo(lines.info) ?? announced) : undefined;
    else if (!isCode(kind)) {
      if (line.trim() !== '') announced = formOf(line.replace(/^[\s#>*-]+/, ''));
    } else {
      form = formOfCodeLine(line) ?? form;
      parts[form ?? 'other'] += `${line}\n`;
    }
  }
  const [bad, good, other] = [parts.bad, parts.good, parts.other].map((code) => codeOnly(code, language)) as [
    string,
    string,
    string,
  ];
  const badNames = namesIn(bad);
  const cures = new Set([...namesIn(good)].filter((name) => !badNames.has(name)));
  // Where both forms have the same names, names don't tell one from the other.
  const isTold = good === '' || cures.size > 0;
  return {
    names: namesIn(`${bad}${good}${other}`),
    calls: isTold ? callsIn(bad) : new Set(),
    cures,
    words: namesIn(entry.title ?? ''),
  };
}

/** Words of the languages themselves, and names that say nothing of a library. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'abstract and any args assert async auto await base bool boolean bytes case catch char chan class const console ' +
    'context continue count ctx data def default defer delete dict double elif else enum err error except explicit ' +
    'export extends extern false final finally float fn for foo from func function global goto handler if impl import ' +
    'include index init inline input instanceof int interface item items key kwargs lambda len let list log loop ' +
    'main map match mod module move mut name namespace new nil none not null number object ok out output override ' +
    'package pass path print printf println private promise protected pub public raise range ref request require res ' +
    'response result return row rows self set size static std str string struct super switch template test then this ' +
    'throw throws true try tuple type typedef typename typeof undefined union unique unsafe unsigned use user users ' +
    'using val value values var vec vector virtual void where while with yield example fmt exit app'
  ).split(' '),
);

const isTelling = (name: string): boolean => name.length > 2 && !COMMON.has(name) && !STOP_WORDS.has(name);

/** The names in code, in lower case: `execute`, `expire_on_commit`. */
export function namesIn(code: string): ReadonlySet<string> {
  return new Set((code.toLowerCase().match(/[a-z_]\w*/g) ?? []).filter(isTelling));
}

/** Names that are called, or reached through a dot, an arrow or colons: those of a library's interface. */
export function callsIn(code: string): ReadonlySet<string> {
  const calls = new Set<string>();
  for (const [, dot, name = '', mark] of code.toLowerCase().matchAll(/(\.|->|::|@|)([a-z_]\w*)([(!]|)/g))
    if ((dot !== '' || mark !== '') && isTelling(name)) calls.add(name);
  return calls;
}

/** How often each name stands in the dangers of a skill: a name of many says little. */
export interface DangerIndex {
  readonly dangers: readonly (Danger & DangerCode)[];
  /** The weight of a name: 1 for one of a single danger, 0 for one that all share or none has, and for the library's own. */
  weightOf(name: string): number;
}

/** What is looked at of a skill's record. */
interface SkillTexts {
  readonly key: SkillKey;
  readonly manifest: JsonObject;
  readonly texts: ReadonlyMap<string, string>;
}

/** Skills whose indexes are kept: those of the libraries whose code was edited last. An index takes some tens of kB. */
const MOST_KEPT = 200;

const kept = new LRUCache<SkillKey, { readonly record: SkillTexts; readonly index: DangerIndex }>({
  max: MOST_KEPT,
});

/** Made of a record when somebody edits code with its library, and kept for a while. */
export function dangerIndex(record: SkillTexts): DangerIndex {
  const known = kept.get(record.key);
  if (known?.record === record) return known.index;
  const index = makeIndex(record);
  kept.set(record.key, { record, index });
  return index;
}

function makeIndex(record: SkillTexts): DangerIndex {
  const [language = '', ...own] = record.key.toLowerCase().replace(/[-.]/g, '_').split('/');
  const dangers = dangersOf(record.manifest, record.texts)
    .slice(0, MOST_DANGERS)
    .map((danger) => ({
      ...danger,
      ...codeOfDanger(danger, language as Language),
    }));
  const counts = new Map<string, number>();
  for (const { names, words } of dangers)
    for (const name of new Set([...names, ...words])) counts.set(name, (counts.get(name) ?? 0) + 1);
  const all = Math.log(Math.max(2, dangers.length));
  const weightOf = (name: string) => {
    const count = counts.get(name);
    return count === undefined || own.includes(name) ? 0 : Math.max(0, 1 - Math.log(count) / all);
  };
  return { dangers, weightOf };
}
