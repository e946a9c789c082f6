import {
  type AgentText,
  firstLines,
  joinText,
  LINES,
  namesInLine,
  PARTS,
  quotedText,
  titlesInLine,
} from '../contract/agent-lines.ts';
import { type ActivityEvent, type Drift, type FullSkill, isExample } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import type { RegistryQueries } from '../contract/queries.ts';
import { withoutQuotes } from '../contract/service.ts';
import { authorEntries, writtenFor } from '../contract/skill-format.ts';
import { type Sayings, sayingOf, sayingsOf } from '../search/dangers.ts';
import type { FileEntry } from '../search/entries.ts';
import { firstSentence } from '../search/excerpts.ts';
import { fenceBehind } from '../search/passages.ts';
import { bodyOf, entriesOf, estimateTokens, hasBody, readingOrder, sourceLine } from './skill-entries.ts';

/**
 * What an answer may hold. Entries that have no room beside the head and the names are left out. What still exceeds the budget is
 * given up in this order: sentences about dangers, files, dangers, further titles, entries.
 */
export interface AnswerParts {
  readonly key: string;
  /** The line that names the skill and what it was written for. */
  readonly head: AgentText;
  /** Most wanted first. The first is cut if it has no room; others are given whole or not at all. */
  readonly entries: readonly FileEntry[];
  /** The next entries that answer, best first: each is named in a line. */
  readonly further?: readonly FileEntry[];
  /** Further dangers, each named in a line. */
  readonly dangers?: readonly FileEntry[];
  /** What authors say of dangers, in place of the first sentence. */
  readonly sayings?: Sayings;
  /** Further files, with their tokens. */
  readonly files?: readonly (readonly [path: string, tokens: number])[];
}

export interface FittedAnswer {
  readonly text: AgentText;
  readonly tokens: number;
  /** The entry that answers a query. */
  readonly entry?: FileEntry;
}

/** Tokens below which no entry has room beside the head: the answer is the key alone. */
const KEY_ALONE_BELOW = 60;
/** Share of the budget that is kept for titles and names. */
const NAMES_SHARE = 0.3;
/** Tokens of blank lines between two parts, at most. */
const JOINT = 2;

/** Tokens of the shortest entry with its source. */
const LEAST_ENTRY = 12;

/** Puts an answer together within any budget; below 60 tokens it is the key alone. */
export function fitEntries(parts: AnswerParts, budget: number): FittedAnswer {
  if (budget < KEY_ALONE_BELOW) return countedAnswer(namesInLine([parts.key]));
  const most = mostCharacters(budget);
  const headCost = estimateTokens(parts.head);
  const namesCost = estimateTokens(joinText(namesOf(parts)));
  let room = budget - headCost - Math.min(namesCost, budget * NAMES_SHARE);
  const taken: AgentText[] = [];
  const left: FileEntry[] = [];
  let counted = 0;
  for (const [at, entry] of parts.entries.entries()) {
    // Without room, or after as much as any answer holds, an entry isn't even put together.
    if (at > 0 && (room < LEAST_ENTRY || counted >= LIMITS.answerCharacters)) {
      left.push(entry);
      continue;
    }
    const block = wholeBlock(entry, most);
    const tokens = estimateTokens(block);
    counted += block.length;
    const cost = tokens + JOINT;
    if (cost <= room) {
      taken.push(block);
      room -= cost;
    } else if (at === 0) {
      taken.push(cutToFit(entry, { cost, room: budget - headCost, most }));
      room = 0;
    } else left.push(entry);
  }
  const dangers = [...left.filter(({ isDanger }) => isDanger), ...(parts.dangers ?? [])];
  const named = { ...parts, dangers };
  const withNames = (names: readonly AgentText[]) =>
    countedAnswer(joinText([parts.head, ...taken, ...names], '\n\n'));
  const listed = withNames(listsOf(named, new Map()));
  if (listed.tokens <= budget) {
    const sentences = sentencesWithin(named, budget - listed.tokens);
    const answer = withNames(listsOf(named, sentences));
    return answer.tokens <= budget ? answer : listed;
  }
  const names = [...namesOf(named)];
  for (;;) {
    const answer = withNames(names);
    if (answer.tokens <= budget) return answer;
    if (names.pop() === undefined && taken.pop() === undefined)
      return countedAnswer(namesInLine([parts.key]));
  }
}

export function countedAnswer(text: AgentText): FittedAnswer {
  return { text, tokens: estimateTokens(text) };
}

/** All names in as few tokens as they take: titles in one line. */
function namesOf({ further = [], dangers = [], files = [] }: AnswerParts): readonly AgentText[] {
  const titles = dangers.flatMap(({ title }) => title ?? []);
  return [
    ...(further.length === 0 ? [] : [joinText([LINES.further(), ...further.map(sourceLine)])]),
    ...(titles.length === 0 ? [] : [LINES.dangers(titlesInLine(titles))]),
    ...filesIn(files),
  ];
}

type Sentences = ReadonlyMap<FileEntry, AgentText>;

/** Each name in its line, dangers with a sentence below where there is one. */
function listsOf(
  { further = [], dangers = [], files = [] }: AnswerParts,
  sentences: Sentences,
): readonly AgentText[] {
  const lines = (entry: FileEntry) => {
    const sentence = sentences.get(entry);
    return sentence === undefined ? [sourceLine(entry)] : [sourceLine(entry), sentence];
  };
  return [
    ...(further.length === 0 ? [] : [joinText([LINES.further(), ...further.flatMap(lines)])]),
    ...(dangers.length === 0 ? [] : [joinText([LINES.dangersBelow(), ...dangers.flatMap(lines)])]),
    ...filesIn(files),
  ];
}

/** A title says what not to do, its sentence what happens. As many of them as there is room for, first ones first. */
function sentencesWithin({ further = [], dangers = [], sayings }: AnswerParts, room: number): Sentences {
  const sentences = new Map<FileEntry, AgentText>();
  let left = room;
  for (const entry of [...further, ...dangers].filter(({ isDanger }) => isDanger)) {
    const said = (sayings && sayingOf(sayings, entry)) ?? firstSentence(entry);
    if (said === undefined) continue;
    const line = PARTS.sentence(said);
    left -= estimateTokens(line) + 1;
    if (left < 0) break;
    sentences.set(entry, line);
  }
  return sentences;
}

function filesIn(files: NonNullable<AnswerParts['files']>): readonly AgentText[] {
  const more = files.map(([path, tokens], at) =>
    (at === 0 ? PARTS.firstFile : PARTS.nextFile)(path.replace(/\.md$/, ''), tokens),
  );
  return more.length === 0 ? [] : [LINES.more(joinText(more, ', '))];
}

const CHARACTERS_PER_TOKEN = 8;

/** A token has rarely more than eight characters: what is far longer is neither guarded nor counted. */
function mostCharacters(budget: number): number {
  return Math.min(LIMITS.shownCharacters, CHARACTERS_PER_TOKEN * budget);
}

/** Returns an entry whole; of a longer one the first `most` characters, and the line that says so. */
function wholeBlock(entry: FileEntry, most: number): AgentText {
  const block = joinText([sourceLine(entry), bodyOf(entry, most)]);
  return entry.text.length <= most ? block : joinText([block, cutLine(entry)]);
}

/** Returns the line that says where the rest of a cut entry is; of the longest entries no answer has all. */
function cutLine({ path, title, text }: FileEntry): AgentText {
  if (text.length <= LIMITS.shownCharacters) return LINES.cut(title ?? path);
  return LINES.cutLong(LIMITS.shownCharacters, path);
}

/** Tokens of the line that says where the rest is. */
const CUT_NOTE_TOKENS = 45;

/** The one entry that exceeds the budget alone: cut behind a line, its fence closed. */
function cutToFit(
  entry: FileEntry,
  { cost, room, most }: { readonly cost: number; readonly room: number; readonly most: number },
): AgentText {
  const [source, body] = [sourceLine(entry), bodyOf(entry, most)];
  const share = Math.max(0, room - CUT_NOTE_TOKENS) / cost;
  const characters = Math.floor((source.length + body.length) * share * 0.95);
  const lines = firstLines(body, Math.max(0, characters - source.length));
  const isOpen = fenceBehind({ text: lines }) !== undefined;
  const fence = isOpen ? [quotedText('```')] : [];
  return joinText([source, lines, ...fence, cutLine(entry)]);
}

export interface SkillRequest {
  /** Task, question or error message: the entries that answer it come instead of all. */
  readonly query?: string | undefined;
  /** The version of the library in the caller's project. */
  readonly version?: string | undefined;
  /** Tokens. Default: 900 with a query, else 6,000. */
  readonly budget?: number | undefined;
  /** Whether the titles of other dangers and the names of other files are left out. Default: false. */
  readonly isBrief?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What answers for models are made of. */
export interface AnswerSources {
  readonly queries: RegistryQueries;
}

/** A skill as text for a model, within the budget. Throws like `RegistryQueries.skill`. */
export async function fittedSkill(
  { queries }: AnswerSources,
  key: string,
  request: SkillRequest = {},
): Promise<FittedAnswer> {
  const { query, version, isBrief = false, signal } = request;
  const { budget = query === undefined ? LIMITS.skillTokens : LIMITS.queryTokens } = request;
  const skill = await queries.skill(key);
  signal?.throwIfAborted();
  const withheld = withheldLine(key, skill);
  if (withheld !== undefined) return countedAnswer(withheld);
  const entries = entriesOf(skill).filter(hasBody);
  const head = headLine(key, skill, version);
  const answering =
    query === undefined ? [] : await answeringEntries(queries, { key, query, entries, signal });
  const [first, ...further] = answering;
  const sayings = sayingsOf(authorEntries(skill));
  if (first === undefined) {
    const shown = readFirst(skill, entries, { head, budget });
    const files = isBrief ? [] : restOf(skill, entries, new Set(shown.map(({ path }) => path)));
    const said = query === undefined ? head : joinText([head, LINES.noEntryAnswers()]);
    return fitEntries({ key, head: said, entries: shown, sayings, files }, budget);
  }
  const dangers = isBrief ? [] : furtherDangers(entries, new Set(answering));
  const named = [...answering, ...dangers].filter(({ isDanger }) => isDanger);
  const known = new Set(named.map(({ path }) => path));
  const files = isBrief ? [] : restOf(skill, entries, known);
  return {
    ...fitEntries({ key, head, entries: [first], further, dangers, sayings, files }, budget),
    entry: first,
  };
}

/** What the activity says of a read: the file of an entry, and its heading. Of no entry nothing. */
export function readEntry(
  key: string,
  entry: FileEntry | undefined,
): Partial<Pick<ActivityEvent, 'target' | 'section'>> {
  if (entry === undefined) return {};
  const { path, title, isStart } = entry;
  const section = isStart ? undefined : title?.slice(0, LIMITS.targetCharacters).trim();
  return { target: `${key}/${path}`, ...(section && { section }) };
}

interface AskedEntries {
  readonly key: string;
  readonly query: string;
  readonly entries: readonly FileEntry[];
  readonly signal: AbortSignal | undefined;
}

/** The entry that find shows of the skill, and the next ones. Empty where no entry has a word of the query. */
async function answeringEntries(
  queries: RegistryQueries,
  { key, query, entries, signal }: AskedEntries,
): Promise<readonly FileEntry[]> {
  const { results } = await queries.find({ q: query, key, limit: 1, explain: true }, signal);
  const [{ section: entry, also = [] } = {}] = results;
  const places = entry === undefined ? [] : [entry, ...also];
  return places.flatMap(
    ({ file, line_start: line }) => entries.find((one) => one.path === file && one.line === line) ?? [],
  );
}

/** Dangers that have no word of the question: the first rule of safety first, since it is the last to be missed. */
function furtherDangers(entries: readonly FileEntry[], named: ReadonlySet<FileEntry>): readonly FileEntry[] {
  const others = entries.filter((entry) => entry.isDanger && !named.has(entry));
  const first = others.find(({ path }) => path === 'safety.md');
  return first === undefined ? others : [first, ...others.filter((entry) => entry !== first)];
}

/** Key, registry where several are served, version that the texts speak of, and what they are worth. */
export function headLine(
  key: string,
  { version, _registry: registry }: FullSkill & { version?: unknown },
  used?: string,
  drift?: Drift,
): AgentText {
  const meant = writtenFor(version);
  const versions = [
    ...(meant === undefined ? [] : [PARTS.writtenFor(meant)]),
    ...(used === undefined ? [] : [PARTS.youUse(used)]),
    ...(drift === 'major' ? [PARTS.otherMajor()] : drift === 'minor' ? [PARTS.otherZero()] : []),
  ];
  const parts = [
    ...(registry === undefined ? [] : [PARTS.registry(registry)]),
    ...(versions.length === 0 ? [] : [joinText(versions, ', ')]),
    LINES.evidence(),
  ];
  return LINES.head(key, joinText(parts, ' · '));
}

/** Why a model doesn't get a skill. */
export function withheldLine(
  key: string,
  { _withheld: why }: Pick<FullSkill, '_withheld'>,
): AgentText | undefined {
  return why === undefined ? undefined : LINES.withheld(key, withoutQuotes(why));
}

/** Returns the line before a file of a withheld skill; undefined for others. */
export function withheldFileLine(
  key: string,
  { _withheld: why }: Pick<FullSkill, '_withheld'>,
): AgentText | undefined {
  return why === undefined ? undefined : LINES.withheldFile(key, withoutQuotes(why));
}

const BYTES_PER_TOKEN = 4;

/**
 * Files with the tokens that their length tells, examples last. Counts come later than texts: an answer with them would be
 * another one before and after.
 */
function restOf(
  { _contents: texts }: FullSkill,
  entries: readonly FileEntry[],
  without: ReadonlySet<string>,
): readonly (readonly [string, number])[] {
  const paths = [...new Set(entries.map(({ path }) => path))].filter((path) => !without.has(path));
  const ordered = paths.sort((a, b) => Number(isExample(a)) - Number(isExample(b)));
  return ordered.map(
    (path) => [path, Math.ceil(Buffer.byteLength(texts[path] ?? '') / BYTES_PER_TOKEN)] as const,
  );
}

/** Files of the first priority, whole and in reading order; where they don't fit, their entries, dangers first. */
function readFirst(
  skill: FullSkill,
  entries: readonly FileEntry[],
  { head, budget }: { readonly head: AgentText; readonly budget: number },
): readonly FileEntry[] {
  const priorities = readingOrder(skill);
  const [firstPriority] = priorities.values();
  const first = entries.filter(({ path, isDanger }) => isDanger || priorities.get(path) === firstPriority);
  const characters = first.reduce((sum, { text }) => sum + text.length, 0);
  const dangersFirst = () => first.toSorted((a, b) => Number(b.isDanger) - Number(a.isDanger));
  if (characters > CHARACTERS_PER_TOKEN * budget) return dangersFirst();
  const blocks = first.map((entry) => joinText([sourceLine(entry), bodyOf(entry)]));
  const whole = joinText([head, ...blocks], '\n\n');
  return estimateTokens(whole) <= budget ? first : dangersFirst();
}
