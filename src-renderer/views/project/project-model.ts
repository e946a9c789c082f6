/** What a project's page says: its libraries by skill and by ecosystem, and the sentences about them. */

import type {
  MatchedPackage,
  MatchResponse,
  ReadProject,
  SkillMatch,
} from '../../../src-server/contract/api.ts';
import { writtenFor } from '../../../src-server/contract/skill-format.ts';
import { groupBy, groupDigits, joinWords } from '../../../src-server/contract/words.ts';
import { compareRows, isConfirmed, missingNames } from '../../../src-server/projects/match-findings.ts';

/** A package in one version that has a skill. */
export type Use = MatchedPackage & { readonly skill: SkillMatch };

/** One skill, with everything in the project that it is about. */
export interface Block {
  readonly key: string;
  /** The library that is used directly, first of several. */
  readonly name: string;
  /** The others that the skill is about, such as packages of the same repository. */
  readonly alsoNames: readonly string[];
  readonly skill: SkillMatch;
  /** Where the project names the library; its direct uses come first. */
  readonly uses: readonly Use[];
}

/** The libraries of a language: how many have dangers that are shown, and how many there are. */
export interface Coverage {
  readonly language: string;
  readonly covered: number;
  readonly all: number;
}

export interface ProjectModel {
  /** The skills: those with dangers first, then direct ones, by risk, drift and name. */
  readonly blocks: readonly Block[];
  /** The number of libraries in the project, by their names. */
  readonly libraries: number;
  /** The number of libraries with dangers, and how many of these match by their name alone. */
  readonly covered: number;
  readonly guessed: number;
  /** The languages by their number of libraries. */
  readonly coverage: readonly Coverage[];
  /** The libraries without a skill: direct ones first, then by the number of files that name them. */
  readonly missing: readonly MatchedPackage[];
}

export function projectModel({ packages }: Pick<MatchResponse, 'packages'>): ProjectModel {
  const uses = packages.filter(hasSkill).sort(compareRows);
  const blocks = [...groupBy(uses, ({ skill }) => skill.key)].flatMap(([key, all]) => {
    const [first] = all;
    if (first === undefined) return [];
    const names = [...new Set(all.map(({ name }) => name))];
    return [{ key, name: first.name, alsoNames: names.slice(1), skill: first.skill, uses: all }];
  });
  const bites = uses.filter(hasDangers);
  const covered = new Set(bites.map(nameOf));
  const all = groupBy(packages, languageOf);
  const coverage = [...all].map(([language, rows]) => {
    const names = new Set(rows.map(nameOf));
    return { language, all: names.size, covered: [...names].filter((name) => covered.has(name)).length };
  });
  return {
    blocks: blocks.sort((a, b) => Number(hasDangers(b)) - Number(hasDangers(a))),
    libraries: new Set(packages.map(nameOf)).size,
    covered: covered.size,
    guessed: covered.size - new Set(bites.filter(isConfirmed).map(nameOf)).size,
    coverage: coverage.sort(
      (a, b) =>
        Number(a.language === OTHERS) - Number(b.language === OTHERS) ||
        b.all - a.all ||
        (a.language < b.language ? -1 : 1),
    ),
    missing: missingNames(packages),
  };
}

function hasSkill(row: MatchedPackage): row is Use {
  return row.skill !== null;
}

function hasDangers({ skill: { dangers = [] } }: { readonly skill: SkillMatch }): boolean {
  return dangers.length > 0;
}

function nameOf({ ecosystem, name }: MatchedPackage): string {
  return `${ecosystem}/${name}`;
}

// A map instead of an object: an ecosystem may be named `constructor`.
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['npm', 'JavaScript'],
  ['pypi', 'Python'],
  ['cargo', 'Rust'],
  ['golang', 'Go'],
  ['conan', 'C and C++'],
  ['vcpkg', 'C and C++'],
]);

const OTHERS = 'Others';

function languageOf({ ecosystem }: MatchedPackage): string {
  return LANGUAGES.get(ecosystem) ?? OTHERS;
}

/** Says how many libraries can bite: `payments: 5 of its 10 libraries have known traps, 1 by its name alone.` */
export function trapWords({ libraries, covered, guessed, blocks }: ProjectModel): string {
  if (libraries === 0) return 'no library is used here.';
  if (covered === 0) {
    const what = blocks.length === 0 ? 'a skill' : 'a known trap';
    return libraries === 1
      ? `its one library has no ${what.slice(2)}.`
      : `none of its ${groupDigits(libraries)} libraries has ${what}.`;
  }
  if (libraries === 1) return `its one library has known traps${guessed === 0 ? '' : ', by its name alone'}.`;
  const which = guessed === covered ? 'all' : groupDigits(guessed);
  const names = guessed === 1 ? 'its name' : 'their names';
  const byName = guessed === 0 ? '' : `, ${covered === 1 ? '' : `${which} `}by ${names} alone`;
  return `${groupDigits(covered)} of its ${groupDigits(libraries)} libraries ${covered === 1 ? 'has' : 'have'} known traps${byName}.`;
}

/** Agents get no guesses, and nothing of withheld skills. */
export function isToldToAgents({ skill, uses }: Block): boolean {
  return skill.dangers !== undefined && uses.some(isConfirmed);
}

const MOST_UNTOLD = 5;

/** Says which dangers of the page no agent gets, since their libraries match by name alone; undefined if there are none. */
export function untoldWords(blocks: readonly Block[]): string | undefined {
  const guesses = blocks.filter((block) => hasDangers(block) && !block.uses.some(isConfirmed));
  if (guesses.length === 0) return undefined;
  const shown = guesses.slice(0, MOST_UNTOLD).map(({ name }) => name);
  const rest = guesses.length - shown.length;
  const names = joinWords(rest === 0 ? shown : [...shown, `${groupDigits(rest)} more`]);
  const matches = guesses.length === 1 ? 'matches by its name alone' : 'match by their names alone';
  return blocks.some(isToldToAgents)
    ? `What is copied for an agent leaves out ${names}: ${guesses.length === 1 ? 'it' : 'they'} ${matches}.`
    : `Nothing of this is copied for an agent: ${names} ${matches}, and agents get no guesses.`;
}

/** Compares the versions: `you use 1.4.54, the skill is for 2.1.1`. */
export function versionWords({ version: used, skill }: Use): string {
  const about = writtenFor(skill.version);
  if (used !== null && used === about) return `you use ${used}, as the skill`;
  const yours = used === null ? 'your version is not fixed' : `you use ${used}`;
  const its = about === undefined ? 'the skill names no version' : `the skill is for ${about}`;
  return `${yours}, ${its}`;
}

/** What another version means for what the skill says; undefined if nothing has to be checked. */
export function driftWords({ skill: { drift } }: Use): string | undefined {
  if (drift === 'major') return 'Another major version: check first.';
  return drift === 'minor' ? 'Another 0.x version: check first.' : undefined;
}

export function fileCount({ packages }: Pick<ReadProject, 'packages'>): number {
  return new Set(packages.flatMap(({ from }) => from)).size;
}

/** Where a sentence turns from the mistake to its cost, the surest mark first, and the words that each half then has. */
const TURNS: readonly (readonly [mark: RegExp, leastWords: number])[] = [
  [/:(?= )/g, 3],
  [/;(?= )/g, 3],
  [/ [–—-](?= )/g, 3],
  // Not within a list: “its address, host and protocol”.
  [/,(?= )(?! \S+ (?:and|or) )/g, 3],
  // A verb of harm, but none that tells which thing is meant: “a lock that blocks …”.
  [
    /(?<!\b(?:that|which|who|to|or|and|not|never|may|can|must))(?= (?:(?:are|is) (?:lost|never|gone)|aborts?|blocks?|breaks?|corrupts?|crash(?:es)?|deadlocks?|drops?|empties|ends?|fails?|fills?|hangs?|hides?|keeps?|kills?|leaks?|lets?|loses?|makes?|mix(?:es)?|never|overwrites?|panics?|reuses?|throws?|vanish(?:es)?)\b)/gi,
    2,
  ],
];

/** Splits a danger into the mistake, with its mark, and what it costs. A sentence without a turn is all mistake. */
export function halvesOf(danger: string): readonly [mistake: string, cost: string] {
  // A parenthesis is never cut: “(std::net, std::fs)”.
  const outside = danger.replace(/\([^()]*\)/g, ({ length }) => '_'.repeat(length));
  for (const [turn, leastWords] of TURNS)
    for (const { index, 0: mark } of outside.matchAll(turn)) {
      const [mistake, cost] = [danger.slice(0, index + mark.length), danger.slice(index + mark.length)];
      if (wordsIn(mistake) >= leastWords && wordsIn(cost) >= leastWords) return [mistake, cost];
    }
  return [danger, ''];
}

function wordsIn(text: string): number {
  return text.trim().split(/\s+/).length;
}
