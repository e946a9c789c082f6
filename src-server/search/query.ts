import {
  asWord,
  CPP,
  languageOf,
  runsInOne,
  runsOf,
  type ToWord,
  type Word,
  wordsOf,
} from './word-analysis.ts';
import { STOP_WORDS } from './word-lists.ts';

/** Kinds of errors that Python and JavaScript share. */
const SHARED = 'Type|Syntax|Range|Reference|Eval|URI|Aggregate|Assertion';

const SHAPES: ReadonlyArray<readonly [language: string, shape: RegExp]> = [
  ['rust', /\bpanicked at\b|\berror\[E\d{4}\]|\bthe trait (?:bound )?`|\bcalled `(?:Result|Option)::/],
  ['rust', /\bcannot borrow\b|\bborrowed value\b|\bborrow of moved\b|\bunwrap\(\)/],
  // Unambiguous macros; other macros only with an opening bracket.
  ['rust', /\b(?:select|try_join|e?println|writeln|vec|dbg|assert_eq|assert_ne|macro_rules|thread_local)!/],
  ['rust', /\b(?:join|format|panic|assert|write|matches|pin|todo|unreachable)![([{]/],
  ['go', /\bgoroutine\b|\bpanic: |\bnil pointer\b|\bdriver\.Value\b|\b\w+\.go:\d+/],
  ['python', /\bTraceback \(most|\bFile "[^"\n]+", line \d|\bcoroutine '\w+|\b\w+\.py:\d+/],
  // `KeyError: …`, `package.module.OddError: …`; Java's packages begin with a domain.
  [
    'python',
    new RegExp(
      String.raw`(?<![\w.])(?!(?:java|javax|org|com|io|net)\.)(?:[a-z_]\w*\.)*(?!(?:${SHARED})Error)[A-Z]\w+Error\b`,
    ),
  ],
  ['cpp', /\bterminate called\b|\bwhat\(\):|\bundefined reference to\b|\bLNK\d{4}\b|\bcore dumped\b/],
  ['cpp', /\bSegmentation fault\b|\bSIGSEGV\b|#include\b|\b\w+\.(?:cc|cpp|cxx|hpp|h):\d+/],
  // Rust's modules are excluded: `std::sync::Mutex`.
  ['cpp', /\bstd::(?!(?:sync|fs|io|net|collections|error|process|env|rc|cell|os|task|panic|future|time)::)/],
  ['js', /\bCannot read propert|\bis not a function\b|\bUncaught \(in promise\)|\bUnhandledPromiseRejection/],
  ['js', /\bnode_modules\/|\bnode:internal\/|\bServerResponse\b|\bCannot find module '/],
  ['js', /\bERR_[A-Z_]{4,}|\bat (?:async |Object\.<anonymous>)|\b\w+\.[cm]?[jt]s:\d+/],
];

export function messageLanguages(text: string): Set<string> {
  return new Set(SHAPES.filter(([, shape]) => shape.test(text)).map(([language]) => language));
}

/** `go` as a verb: "what can go wrong". */
const BEFORE_VERB = wordSet(
  'to not never can cannot could will would should must may might do does did it they things let we you i',
);
const AFTER_VERB = wordSet(
  'to through wrong back away ahead down up on out off into over about past beyond missing stale unnoticed',
);
/** `go` as a noun: "in one go". */
const BEFORE_TURN = wordSet('one first single');
/** `go` as a verb at the end: "where does the exception go". */
const WHERE_TO = /^(?:where|wherever) (?:do|does|did|will|would|should|can|could|might|must)$/;
const NEXT_PART = wordSet('when while after before once if unless because since but and');
const AFTER_TURN = wordSet('with in on at for from by or and when if but');
/** Words before `c` as a language. */
const BEFORE_C = new Set('in plain pure ansi'.split(' '));

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

export function verbPlaces(runs: readonly string[]): ReadonlySet<number> {
  return new Set([...runs.keys()].filter((place) => isGoAsVerb(runs, place)));
}

/** Returns whether a run is the verb. `Go` inside a sentence is the language. */
function isGoAsVerb(runs: readonly string[], place: number): boolean {
  const run = runs[place];
  if (run === undefined || run.toLowerCase() !== 'go' || (run === 'Go' && place > 0)) return false;
  const before = runs[place - 1]?.toLowerCase() ?? '';
  const after = runs[place + 1]?.toLowerCase();
  if (BEFORE_VERB.has(before) || (after !== undefined && AFTER_VERB.has(after))) return true;
  if (BEFORE_TURN.has(before)) return after === undefined || AFTER_TURN.has(after);
  return (after === undefined || NEXT_PART.has(after)) && asksWhere(runs.slice(0, place));
}

function asksWhere(runs: readonly string[]): boolean {
  return runs.some((run, place) => WHERE_TO.test(`${run} ${runs[place + 1] ?? ''}`.toLowerCase()));
}

function isC(run: string, before: string): boolean {
  return run === 'C' ? before !== 'objective' : run === 'c' && BEFORE_C.has(before);
}

export function namedLanguages(
  runs: readonly string[],
  verbs: ReadonlySet<number>,
  wordsByRun: readonly (readonly Word[])[],
): Map<string, string> {
  const named = new Map<string, string>();
  runs.forEach((run, i) => {
    const before = runs[i - 1]?.toLowerCase() ?? '';
    if (isC(run, before)) named.set('c', CPP);
    if (verbs.has(i)) return;
    for (const { term } of wordsByRun[i] as readonly Word[]) {
      const language = languageOf(term);
      if (language !== undefined) named.set(term, language);
    }
  });
  return named;
}

export interface ParsedQuery {
  readonly text: string;
  readonly words: readonly QueryWord[];
  readonly leftOut: readonly string[];
  /** Languages that the question names, otherwise those of similar messages. */
  readonly languages: ReadonlySet<string>;
  /**
   * As a skill's name (`nameInOne`): `hashmap` for `hash map`. Skips languages if possible; '' without words.
   */
  readonly name: string;
  /** Terms that name or imply a language: `cpp`, `c`, `cargo`. */
  readonly languageTerms: ReadonlySet<string>;
}

export interface QueryWord extends Word {
  readonly word: string;
  readonly place: number;
  readonly siblings: readonly string[];
}

export function parseQuery(text: string, toWord: ToWord = asWord): ParsedQuery {
  const runs = runsOf(text);
  const verbs = verbPlaces(runs);
  const wordsByRun = runs.map((run) => wordsOf(run, toWord));
  const { words, leftOut } = queryWords(runs, wordsByRun, verbs);
  const named = namedLanguages(runs, verbs, wordsByRun);
  const languages = named.size > 0 ? new Set(named.values()) : messageLanguages(text);
  const languageTerms = new Set(named.keys());
  return { text, words, leftOut, languages, name: nameOf(words, languageTerms), languageTerms };
}

function queryWords(
  runs: readonly string[],
  wordsByRun: readonly (readonly Word[])[],
  verbs: ReadonlySet<number>,
): Pick<ParsedQuery, 'words' | 'leftOut'> {
  const words = new Map<string, QueryWord>();
  for (const [place, run] of runs.entries()) {
    const parts = wordsByRun[place] as readonly Word[];
    const siblings = parts.map(({ term }) => term);
    for (const { surface, term } of parts) {
      const known = words.get(term);
      if (known === undefined || verbs.has(known.place))
        words.set(term, { word: run, place, surface, term, siblings });
    }
  }
  const all = [...words.values()];
  const isKept = (word: QueryWord): boolean => isTelling(word) && !verbs.has(word.place);
  const telling = all.filter(isKept);
  // Stop words alone may name a library.
  if (telling.length === 0) return { words: all, leftOut: [] };
  const leftOut = all.filter((word) => !isKept(word)).map(({ surface }) => surface);
  return { words: telling, leftOut };
}

function nameOf(words: readonly QueryWord[], languageTerms: ReadonlySet<string>): string {
  const others = words.filter(({ term }) => !languageTerms.has(term));
  const runs = new Map((others.length > 0 ? others : words).map(({ place, word }) => [place, word]));
  return runsInOne([...runs.values()]);
}

/** Returns whether a word is telling. Lone letters are variables or parts of abbreviations; `C` is a language. */
export function isTelling({ word, surface }: Pick<QueryWord, 'word' | 'surface'>): boolean {
  return !STOP_WORDS.has(surface) && (!/^[a-z]$/.test(surface) || word === 'C');
}

/** Capitalised words inside a sentence: `Godot` in "sprites in Godot". */
const CAPITALISED = /(?<=[\p{L}\p{N}] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}_])/gu;
/** The first letter of a word that stands behind another one. */
const INSIDE = /(?<=[\p{L}\p{N}] )\p{L}/gu;
/**
 * `folly` in `folly::dynamic`, `numpy` in `numpy.core.multiarray`; not `server` in `server.rs`, nor paths.
 */
const QUALIFIER = /(?<![\w./\\:-])[A-Za-z_]\w*(?=::[A-Za-z_]|\.[A-Za-z_]\w*\.[A-Za-z_])/g;

/**
 * Names of libraries, products and languages; the first part of scoped identifiers. Ignores capitals in
 * titles.
 */
export function properNames(query: string): Set<string> {
  const capitalised = query.match(CAPITALISED) ?? [];
  const isTitle = capitalised.length > 2 && 2 * capitalised.length > (query.match(INSIDE) ?? []).length;
  return new Set([...(isTitle ? [] : capitalised), ...(query.match(QUALIFIER) ?? [])]);
}

const MOST_CHARACTERS = 1_000;
const MESSAGE_CHARACTERS = 700;
const LINE_CHARACTERS = 300;
const MOST_FRAMES = 5;

const FRAME =
  /^\s*(?:at .*[:(].*|File ".*", line \d+.*|\d+: .*::.*|#\d+ .*|from .*:\d+:in .*|.*\.go:\d+(?: \+0x[0-9a-f]+)?|[\w./-]+\.\(?[\w*.()]+\((?:0x|\{|\.\.\.).*)$/;
const MESSAGE = /error|exception|warning|panic|fatal|fail|assert|caused by|denied|timed? ?out|refused/i;
/** The beginning of a trace whose exception follows its frames. */
const PYTHON = /^Traceback \(most recent call last\)/m;

/** Reduces a log or a stack trace to its messages and the nearest frames. */
export function reducedMessage(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, LINE_CHARACTERS));
  const frames = framesOf(lines);
  const isPlain = (at: number) => !frames.has(at) && (lines[at] ?? '').trim() !== '';
  const plain = [...lines.keys()].filter(isPlain);
  const telling = plain.filter((at) => MESSAGE.test(lines[at] ?? ''));
  const kept = new Set<number>();
  let room = frames.size === 0 ? MOST_CHARACTERS : MESSAGE_CHARACTERS;
  // The first message says what failed, the last messages say why. Other lines fill the rest.
  for (const at of [...telling.slice(0, 1), ...telling.toReversed(), ...plain])
    room = keep(lines, at, kept, room);
  const nearest = PYTHON.test(text) ? [...frames].toReversed() : [...frames];
  room += MOST_CHARACTERS - (frames.size === 0 ? MOST_CHARACTERS : MESSAGE_CHARACTERS);
  for (const at of nearest.slice(0, MOST_FRAMES)) room = keep(lines, at, kept, room);
  return [...kept]
    .sort((a, b) => a - b)
    .map((at) => lines[at])
    .join('\n');
}

function keep(lines: readonly string[], at: number, kept: Set<number>, room: number): number {
  const length = (lines[at]?.length ?? 0) + 1;
  if (kept.has(at) || length > room) return room;
  kept.add(at);
  return room - length;
}

function framesOf(lines: readonly string[]): ReadonlySet<number> {
  return new Set([...lines.keys()].filter((at) => FRAME.test(lines[at] ?? '')));
}
