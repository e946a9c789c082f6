/** `freezes` also finds `block`. From general knowledge, not judged queries or a registry. */
import { termOf } from './words.ts';

/** Comma-separated groups; a word may be in several. */
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

/** `authentication` for `authent`. */
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
