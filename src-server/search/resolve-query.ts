import type { AskedWord } from '../contract/api.ts';
import { EditDistance } from '../platform/edit-distance.ts';
import { type FindIndex, type FoundTerm, inverseDocumentFrequency } from './find-index.ts';
import type { FindWeights } from './find-weights.ts';
import type { Vocabulary } from './inverted-index.ts';
import { type ParsedQuery, properNames, type QueryWord } from './query.ts';
import { languageOf, termOf } from './word-analysis.ts';
import { STOP_WORDS } from './word-lists.ts';

interface NearTerm {
  readonly term: string;
  readonly nearness: number;
  readonly edits?: number;
}

const MOST_NEAR = 3;
const SHORTEST_CORRECTED = 4;
const LONGEST_CORRECTED = 40;
const LONG_WORD = 8;

export function nearTerms(index: FindIndex, word: string): readonly NearTerm[] {
  if (!hasNear(word)) return [];
  for (const find of [corrections, compoundParts, longerForms]) {
    const near = find(index, word);
    if (near.length > 0) return near;
  }
  return [];
}

/** Returns whether a near word may stand in. Words with digits are versions, codes or hashes. */
function hasNear(word: string): boolean {
  return word.length >= SHORTEST_CORRECTED && word.length <= LONGEST_CORRECTED && !/\d/.test(word);
}

/** Returns the most common terms one edit away; from eight letters on, two edits if there are none. */
function corrections(index: FindIndex, word: string): readonly NearTerm[] {
  const most = word.length >= LONG_WORD ? 2 : 1;
  const { vocabulary } = index;
  const edits = new EditDistance();
  const distances = new Map<string, number>();
  for (const letter of new Set(word.slice(0, 2))) {
    for (let form = vocabulary.lastFrom(letter); form >= 0; form = vocabulary.before(form)) {
      if (Math.abs(vocabulary.lengthOf(form) - word.length) > most || !isLikely(vocabulary, form, word))
        continue;
      // A word equal to a stem, but absent, counts as one edit away.
      const distance = Math.max(1, vocabulary.distanceOf(form, word, most, edits));
      if (distance > most) continue;
      const term = vocabulary.termOf(vocabulary.termOfWord(form));
      distances.set(term, Math.min(distance, distances.get(term) ?? distance));
    }
  }
  for (let distance = 1; distance <= most; distance += 1) {
    const terms = [...distances].flatMap(([term, own]) => (own === distance ? [term] : []));
    const near = mostCommon(index, terms);
    if (near.length > 0) return near.map((term) => ({ term, nearness: 1 / distance, edits: distance }));
  }
  return [];
}

/** Returns whether a form may be mistyped so. Typos seldom change the first letter: `folder` is not `holder`. The first two may be swapped. */
function isLikely(vocabulary: Vocabulary, form: number, word: string): boolean {
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)];
  const [own, next] = [vocabulary.unitOf(form, 0), vocabulary.unitOf(form, 1)];
  return own === first || (own === second && next === first);
}

/** Returns `thread` and `pool` for `threadpool`; of several divisions the one with the most common parts. */
function compoundParts(index: FindIndex, word: string): readonly NearTerm[] {
  let best: { readonly terms: readonly string[]; readonly documents: number } | undefined;
  for (let cut = 3; cut <= word.length - 3; cut += 1) {
    const terms = [termOf(word.slice(0, cut)), termOf(word.slice(cut))];
    const documents = Math.min(...terms.map((term) => documentsOf(index, term)));
    if (documents > (best?.documents ?? 0)) best = { terms, documents };
  }
  return (best?.terms ?? []).map((term) => ({ term, nearness: 1 }));
}

function longerForms(index: FindIndex, word: string): readonly NearTerm[] {
  const { vocabulary } = index;
  const longer = new Set<string>();
  for (let form = vocabulary.lastFrom(word); form >= 0; form = vocabulary.before(form))
    if (vocabulary.hasStart(form, word)) longer.add(vocabulary.termOf(vocabulary.termOfWord(form)));
  return mostCommon(index, longer).map((term) => ({ term, nearness: 1 }));
}

/** Returns the terms that most skills have; of equal ones the first by text. */
function mostCommon(index: FindIndex, terms: Iterable<string>): readonly string[] {
  return Array.from(terms, (term) => ({ term, documents: documentsOf(index, term) }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map(({ term }) => term);
}

function documentsOf(index: FindIndex, term: string): number {
  return index.lookUp(term)?.documents ?? 0;
}

export interface QueryTerm extends FoundTerm {
  readonly word: string;
  readonly term: string;
  readonly asked: string;
  /** The idf, reduced for terms that the query hasn't. */
  readonly weight: number;
  /** What the term is to the asked word: `corrected` has one letter mended, `near` stands in, `guessed` is a correction, possibly by chance. */
  readonly kind: 'own' | 'corrected' | 'near' | 'guessed' | 'related';
}

export interface ResolvedQuery extends ParsedQuery {
  readonly terms: readonly QueryTerm[];
  /** Runs of tokens of a question with code, see `runsOfCode`. */
  readonly codeRuns?: Uint32Array | undefined;
}

/** Queries with more unknown words are logs or hash dumps, too slow to correct. */
const MOST_REPLACED = 6;
/** Shorter words have chance neighbours. */
const SURELY_CORRECTED = 6;

export function resolveQuery(index: FindIndex, query: ParsedQuery, weights: FindWeights): ResolvedQuery {
  const { words } = query;
  const terms = new Map<string, QueryTerm>();
  for (const { word, term } of words) {
    const found = index.lookUp(term);
    if (found === undefined) continue;
    const weight = inverseDocumentFrequency(index.documentCount, found.documents);
    terms.set(term, { word, term, asked: term, weight, kind: 'own', ...found });
  }
  for (const related of relatedQueryTerms(index, words, terms, weights)) terms.set(related.term, related);
  for (const joined of joinedQueryTerms(index, words, terms, weights)) terms.set(joined.term, joined);
  for (const stand of nearQueryTerms(index, words, terms, weights)) terms.set(stand.term, stand);
  return { ...query, terms: [...terms.values()] };
}

type Terms = ReadonlyMap<string, QueryTerm>;

/** Returns related terms, none heavier than the query word. */
function relatedQueryTerms(
  index: FindIndex,
  words: readonly QueryWord[],
  own: Terms,
  { related }: FindWeights,
): Iterable<QueryTerm> {
  const terms = new Map<string, QueryTerm>();
  for (const { word, term: asked } of words) {
    const most = own.get(asked)?.weight ?? Number.POSITIVE_INFINITY;
    for (const term of relatedTerms(asked)) {
      if (own.has(term)) continue;
      const found = index.lookUp(term);
      if (found === undefined) continue;
      const weight = related * Math.min(most, inverseDocumentFrequency(index.documentCount, found.documents));
      // The higher weight counts.
      if (weight <= (terms.get(term)?.weight ?? 0)) continue;
      terms.set(term, { word, term, asked, weight, kind: own.has(asked) ? 'related' : 'near', ...found });
    }
  }
  return terms.values();
}

const SHORTEST_PART = 2;
const SHORTEST_JOINED = 5;

/** Yields the terms of neighbouring words that are also written in one: `shutdown` for `shut down`, `deadlock` for `dead lock`. */
function* joinedQueryTerms(
  index: FindIndex,
  words: readonly QueryWord[],
  terms: Terms,
  { replacement }: FindWeights,
): Generator<QueryTerm> {
  for (const [at, first] of words.entries()) {
    const second = words[at + 1];
    const isPair =
      second?.place === first.place + 1 && [first, second].every(({ siblings }) => siblings.length === 1);
    if (!isPair || Math.min(first.surface.length, second.surface.length) < SHORTEST_PART) continue;
    const joined = first.surface + second.surface;
    const term = termOf(joined);
    // `java script` may be two languages.
    const isKnown = joined.length < SHORTEST_JOINED || terms.has(term) || languageOf(term) !== undefined;
    const found = isKnown ? undefined : index.lookUp(term);
    if (found === undefined) continue;
    const weight = inverseDocumentFrequency(index.documentCount, found.documents) * replacement;
    yield { word: first.word, term, asked: first.term, weight, kind: 'related', ...found };
  }
}

function* nearQueryTerms(
  index: FindIndex,
  words: readonly QueryWord[],
  terms: Terms,
  { replacement }: FindWeights,
): Generator<QueryTerm> {
  const known = new Set([...terms.values()].map(({ asked }) => asked));
  let looked = 0;
  for (const { word, surface, term: asked, siblings } of words) {
    if (looked === MOST_REPLACED) return;
    // A known part of an identifier is enough.
    if (known.has(asked) || STOP_WORDS.has(surface) || siblings.some((part) => known.has(part))) continue;
    looked += 1;
    for (const { term, nearness, edits } of nearTerms(index, surface)) {
      const found = terms.has(term) ? undefined : index.lookUp(term);
      if (found === undefined) continue;
      const weight = inverseDocumentFrequency(index.documentCount, found.documents) * replacement * nearness;
      const kind = edits === 1 ? mendedKind(surface, { asked, term }) : 'near';
      yield { word, term, asked, weight, kind, ...found };
    }
  }
}

/** Returns how sure a correction is: a short word must differ in a doubled letter. */
function mendedKind(surface: string, { asked, term }: { asked: string; term: string }): QueryTerm['kind'] {
  const isSure = surface.length >= SURELY_CORRECTED || withoutDoubles(asked) === withoutDoubles(term);
  return isSure ? 'corrected' : 'guessed';
}

const withoutDoubles = (word: string): string => word.replace(/(.)\1+/gu, '$1');

export interface KnownWord {
  readonly asked: AskedWord;
  /** Whether the word is used as a name: `Godot`, `folly` in `folly::dynamic`. */
  readonly isName: boolean;
  readonly terms: readonly QueryTerm[];
}

export function knownWords({ text, words, terms }: ResolvedQuery): KnownWord[] {
  const names = properNames(text);
  return words.map((word) => {
    const found = terms.filter(({ asked }) => asked === word.term);
    const isName = names.has(word.word);
    return { asked: askedWord(word, found), isName, terms: found };
  });
}

function askedWord({ word, term }: QueryWord, found: readonly QueryTerm[]): AskedWord {
  const own = found.find(({ kind }) => kind === 'own');
  const near = found.filter(({ kind }) => isStandIn(kind)).map((standIn) => standIn.term);
  return { word, term, skills: own?.documents ?? 0, ...(near.length > 0 && { near }) };
}

const isStandIn = (kind: QueryTerm['kind']): boolean =>
  kind === 'corrected' || kind === 'near' || kind === 'guessed';

/** Comma-separated groups of words that mean the same in this field, from general knowledge: `freezes` also finds `block`. A word may be in several. */
const GROUPS = `
crash segfault abort terminate panic die dies fault, hang freeze stuck stall block deadlock unresponsive,
forever infinite endless indefinitely timeout, slow latency performance bottleneck sluggish,
fast quick speed efficient performance, wrong incorrect unexpected invalid, missing absent lost vanish disappear gone,
ignore skip silent swallow, error err failure fault exception, throw raise exception, catch handle exception,
warning lint, debug diagnose, backtrace stacktrace traceback, trace tracing span, symbol debuginfo,
stale outdated old expire, deprecated obsolete removed, malformed invalid syntax corrupt,

memory heap ram allocation, oom memory exhausted, alloc allocate malloc reserve,
close release free dispose cleanup destroy deallocate shutdown, leak unbounded accumulate grow unreleased,
bloat grow accumulate pile, garbage corrupt garbled mangled dangling gibberish, dangling invalid stale freed expired,
exhausted depleted starved leak limit, uninitialized undefined garbage, null nil none nullptr, ptr pointer, buf buffer, overflow overrun exceed bounds,
copy clone duplicate, constant const immutable readonly,

thread threaded threading concurrent concurrency, concurrent parallel simultaneous thread,
parallel parallelism multicore multithreaded, core cpu processor parallel multicore,
race concurrent unsynchronized interleave, lock mutex synchronization guard, lockfree nonblocking waitfree,
atomic indivisible, counter increment atomic count, queue fifo ring, fifo order, enqueue push append,
dequeue pop pull take, producer sender writer publisher, consumer receiver reader subscriber, task job work,
worker executor, background async asynchronous nonblocking, coroutine await, future promise,
executor runtime scheduler reactor, start launch spawn begin, stop cancel abort interrupt kill,
quit exit shutdown terminate, pause suspend sleep, wait block await, timeout deadline expire,
timer schedule delay periodic cron, retry again repeat backoff reattempt resend, reconnect retry,
notify signal event notification wake, balance distribute, reuse pool, cache memoize reuse,

server backend service daemon host, client caller, browser client web frontend, website web http page site,
address url uri link endpoint, route path endpoint url, download fetch get retrieve,
upload post multipart, form multipart urlencoded, req request, request call, response resp answer reply,
header metadata, body payload content, cookie session, cors origin, status code, redirect follow,
handler callback listener hook, middleware filter interceptor, connection conn socket, socket network tcp,
message msg packet frame datagram, send emit publish transmit deliver, receive consume recv arrive,
subscribe topic listen channel, broadcast publish multicast, broker bus, remote rpc procedure, stub proxy,
interface idl proto schema, stream chunk streaming, websocket realtime chat, drop lose discard lost,
cloud aws, bucket s3,

secure tls ssl https encrypt, certificate cert tls ssl, handshake tls, trust verify ca, sign signature, token jwt,
login auth authentication authenticate credential signin password, authorization permission access role,
permission denied forbidden, password pw secret credential, reject refuse deny, injection escape sanitize,
hash digest checksum,

database db sql datastore, sql database relational, row record tuple, column field, schema table migration,
relationship relation join foreign, statement query select, prepare parameterized bind placeholder,
insert add append push, transaction tx commit rollback, eager preload prefetch, embedded serverless,
index lookup, search find lookup, filter select match, key value pair, persist store save storage durable write,

file disk, folder directory dir, path directory filename, fs filesystem, load read open, rename move relocate,
delete remove erase unlink, symlink link, archive zip tar, compress zip shrink pack,
decompress unpack extract unzip inflate, binary bytes blob, flush sync, watch monitor notify, reload refresh watch,

settings config cfg configuration preference setup, config yaml toml, env environment, option flag argument parameter switch,
arg argument parameter param, terminal console command cli cmd shell, subcommand command verb, help usage,
autocomplete completion, app application program, default fallback, init initialize setup,

log logger logging logfile trace, rotate rolling rollover, level severity verbosity,

test assert check expect, test unittest testcase, fake mock stub patch monkeypatch, fixture setup teardown,
parametrize parameterized inputs, benchmark measure timing, coverage profile,

text string str characters, utf8 unicode encoding charset, number integer numeric num int, float double decimal,
precision rounding accuracy exact, nan infinity inf, convert cast transform conversion coerce,
parse decode deserialize unmarshal, serialize encode marshal dump, json document, regex pattern regexp,
split tokenize separate, join concatenate merge combine, trim strip whitespace, uppercase lowercase case,
replace substitute, truncate cut chop, format formatting, print output format display, empty blank,
time date timestamp clock datetime, timezone utc zone, duration interval period,
uuid guid identifier id, unique distinct duplicate, duplicate twice repeat, name label, random seed, shuffle random,

array vector list slice sequence, map dictionary dict hashmap hashtable hash, set collection, tree hierarchy,
graph dag dependency node, iterate loop walk traverse, recursion recursive nested, sort order ordering sequence,
reverse backward, sum reduce total accumulate aggregate, average mean, size length count, large big huge giant,
small tiny little compact, limit max maximum bound cap, matrix linear algebra, solve solver optimize minimize fit,

struct class object record, field member attribute property, enum enumerator enumeration constant,
optional nullable maybe, fn func function method, ctx context, modify mutate change update edit, validate verify check,
template generic, macro preprocessor, library lib crate package module, dep dependency, include header,
compile compiler build, link linker undefined unresolved, version release, upgrade migrate,

window form dialog gui, gui ui widget interface, button widget control, click press event, keyboard key input,
screen display monitor, draw render paint, picture image img photo bitmap, pixel image, colour color rgb,
texture sprite, game sprite, graphics gpu shader, camera video webcam capture, detect recognition, sound audio music
`;

interface Known {
  /** The first word of the group that has the term. */
  readonly written: string;
  readonly related: readonly string[];
}

let table: ReadonlyMap<string, Known> | undefined;

const known = (term: string): Known | undefined => {
  table ??= relationsOf(GROUPS);
  return table.get(term);
};

/** Returns the terms that mean the same in this field. `term` is one of `termOf`. */
export function relatedTerms(term: string): readonly string[] {
  return known(term)?.related ?? NONE;
}

/** Returns a word as it is written: `authentication` for the term `authent`. */
export function writtenWord(term: string): string | undefined {
  return known(term)?.written;
}

const NONE: readonly string[] = Object.freeze([]);

function relationsOf(groups: string): Map<string, Known> {
  const table = new Map<string, { readonly written: string; readonly related: Set<string> }>();
  for (const group of groups.split(',')) {
    const words = group.trim().split(/\s+/);
    const terms = words.map(termOf);
    for (const [i, term] of terms.entries()) {
      const entry = table.get(term) ?? { written: words[i] as string, related: new Set() };
      for (const other of terms) if (other !== term) entry.related.add(other);
      table.set(term, entry);
    }
  }
  return new Map([...table].map(([term, entry]) => [term, { ...entry, related: [...entry.related] }]));
}
