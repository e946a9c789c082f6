/** The worst dangers of a project's libraries, as one text for a model. */

import { setImmediate } from 'node:timers/promises';
import {
  type AgentText,
  joinText,
  LINES,
  namesInLine,
  ownWords,
  PARTS,
  quotedText,
} from '../contract/agent-lines.ts';
import type { FullSkill, MatchedPackage } from '../contract/api.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { addressesReader } from '../contract/outside-text.ts';
import { authorEntries } from '../contract/skill-format.ts';
import { groupBy, groupDigits } from '../contract/words.ts';
import { type ConfirmedMatch, compareRows, isConfirmed } from '../projects/match-findings.ts';
import { dangersOf, type Sayings, sayingOf, sayingsOf, WORST_DANGERS } from '../search/dangers.ts';
import type { FileEntry } from '../search/entries.ts';
import { firstSentence, type Remedy, remedyOf } from '../search/excerpts.ts';
import {
  type AnswerSources,
  countedAnswer,
  type FittedAnswer,
  headLine,
  withheldLine,
} from './fitted-skill.ts';
import { estimateTokens, sourceLine } from './skill-entries.ts';

/** Tokens of a library with one danger, at least: as many libraries are read as could fit. */
const LEAST_LIBRARY = 20;
/** Libraries that are read in one turn of the event loop. */
const PER_TURN = 8;
/** Tokens between two parts. */
const JOINT = 1;
/** Names of libraries that found no room; others are counted. */
const MOST_LEFT_NAMED = 20;

export interface ProjectRequest {
  /** How many tokens the answer may have. Default: 2,000. */
  readonly budget?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What can be said of one library, piece by piece. */
interface Library {
  readonly name: string;
  readonly head: AgentText;
  readonly dangers: readonly TellableDanger[];
}

interface TellableDanger {
  /** Its title, and what it costs. */
  readonly named: AgentText;
  readonly remedy: AgentText | undefined;
}

/** How much of a library is told: a danger's remedy stands only below its name. */
interface Told {
  named: number;
  readonly remedies: Set<TellableDanger>;
}

/**
 * Tells each library's worst danger first, then the second ones, then the third ones, then what to do instead, in the same
 * turns: no library takes the room of another. Matches by name alone are left out.
 */
export async function projectDangers(
  { queries }: AnswerSources,
  packages: readonly MatchedPackage[],
  { budget = LIMITS.projectTokens, signal }: ProjectRequest = {},
): Promise<FittedAnswer> {
  const bySkill = groupBy(packages.filter(isConfirmed).sort(compareRows), ({ skill }) => skill.key);
  const rows = [...bySkill.values()].flatMap(([row]) => row ?? []);
  if (rows.length === 0) return within(budget, countedAnswer(LINES.noProjectDangers()));
  const most = Math.min(LIMITS.projectLibraries, Math.floor(budget / LEAST_LIBRARY));
  const libraries: Library[] = [];
  for (const [at, row] of rows.slice(0, most).entries()) {
    if (at % PER_TURN === PER_TURN - 1) await setImmediate();
    signal?.throwIfAborted();
    const skill = await queries.skill(row.skill.key).catch(ifGone);
    if (skill !== undefined) libraries.push(libraryOf(row, skill));
  }
  const beyond = rows.slice(most).map(({ name }) => name);
  return fitLibraries(libraries, beyond, budget);
}

function ifGone(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'skill_not_found')) throw error;
}

function libraryOf({ name, version, skill: { key, drift } }: ConfirmedMatch, skill: FullSkill): Library {
  const withheld = withheldLine(key, skill);
  if (withheld !== undefined) return { name, head: withheld, dangers: [] };
  const sayings = sayingsOf(authorEntries(skill));
  const worst = dangersOf(skill, skill._contents).slice(0, WORST_DANGERS);
  return {
    name,
    head: headLine(key, skill, version ?? undefined, drift),
    dangers: worst.map(({ entry }) => tellable(entry, sayings)),
  };
}

function tellable(entry: FileEntry, sayings: Sayings): TellableDanger {
  const remedy = unlessOrder(remedyOf(entry), (one) => (one.kind === 'prose' ? one.sentence : ''));
  const first = unlessOrder(firstSentence(entry), (sentence) => sentence);
  // An entry may begin with what to do.
  const isRemedy = remedy?.kind === 'prose' && remedy.sentence === first;
  const cost = sayingOf(sayings, entry) ?? (isRemedy ? undefined : first);
  return {
    named: joinText([sourceLine(entry), ...(cost === undefined ? [] : [PARTS.sentence(cost)])]),
    remedy: remedy && remedyText(remedy),
  };
}

/** A sentence that speaks to its reader says nothing of a library. */
function unlessOrder<T>(told: T | undefined, sentenceOf: (told: T) => string): T | undefined {
  return told === undefined || addressesReader(sentenceOf(told)) ? undefined : told;
}

function remedyText(remedy: Remedy): AgentText {
  if (remedy.kind === 'prose') return PARTS.instead(remedy.sentence);
  const { language = '', lines } = remedy;
  const longest = Math.max(2, ...lines.map((line) => /^\s*(`*)/.exec(line)?.[1]?.length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return joinText([PARTS.insteadCode(), quotedText([`${fence}${language}`, ...lines, fence].join('\n'))]);
}

function fitLibraries(
  libraries: readonly Library[],
  beyond: readonly string[],
  budget: number,
): FittedAnswer {
  const told = new Map<Library, Told>();
  let room = budget - costOf(LINES.projectDangers());
  const take = (cost: number, add: () => void) => {
    if (cost > room) return;
    room -= cost;
    add();
  };
  for (const library of libraries) {
    const [first] = library.dangers;
    const cost = costOf(library.head) + (first === undefined ? 0 : costOf(first.named));
    take(cost, () => told.set(library, { named: first === undefined ? 0 : 1, remedies: new Set() }));
  }
  const left = () => [
    ...libraries.filter((library) => !told.has(library)).map(({ name }) => name),
    ...beyond,
  ];
  const whole = () => textOf(libraries, told, left());
  // The line that names the others takes room, too.
  while (left().length > 0 && told.size > 0 && whole().tokens > budget)
    told.delete([...told.keys()].at(-1) as Library);
  room = budget - whole().tokens;
  let isShort = false;
  for (let turn = 1; turn < WORST_DANGERS && !isShort; turn += 1)
    for (const [{ dangers }, one] of told) {
      const danger = dangers[turn];
      if (danger === undefined || one.named !== turn) continue;
      take(costOf(danger.named), () => (one.named += 1));
      isShort ||= one.named === turn;
    }
  for (let turn = 0; turn < WORST_DANGERS; turn += 1)
    for (const [{ dangers }, one] of told) {
      const danger = turn < one.named ? dangers[turn] : undefined;
      if (danger?.remedy !== undefined) take(costOf(danger.remedy), () => one.remedies.add(danger));
    }
  return within(budget, whole());
}

/** Nothing is said where even the shortest answer costs too much. */
function within(budget: number, answer: FittedAnswer): FittedAnswer {
  return answer.tokens <= budget ? answer : countedAnswer(namesInLine([]));
}

function costOf(text: AgentText): number {
  return estimateTokens(text) + JOINT;
}

function textOf(
  libraries: readonly Library[],
  told: ReadonlyMap<Library, Told>,
  left: readonly string[],
): FittedAnswer {
  const blocks = libraries.flatMap((library) => {
    const one = told.get(library);
    if (one === undefined) return [];
    const lines = library.dangers.slice(0, one.named).flatMap((danger) => {
      const { named, remedy } = danger;
      return remedy !== undefined && one.remedies.has(danger) ? [named, remedy] : [named];
    });
    return [joinText([library.head, ...lines])];
  });
  const others = left.length === 0 ? [] : [LINES.leftLibraries(leftNames(left))];
  return countedAnswer(joinText([LINES.projectDangers(), ...blocks, ...others], '\n\n'));
}

function leftNames(left: readonly string[]): AgentText {
  const named = namesInLine(left.slice(0, MOST_LEFT_NAMED));
  const more = left.length - MOST_LEFT_NAMED;
  return more <= 0 ? named : joinText([named, ownWords(`and ${groupDigits(more)} more`)], ' ');
}
