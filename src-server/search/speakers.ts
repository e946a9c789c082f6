/** Source of a message by shape: an exception's module, a path, a tool's mark. */
import { LANGUAGE_RUNTIMES } from './word-lists.ts';

export interface Speaker {
  /** Name as written: `django`, `@prisma/client`, `github.com/gorilla/websocket`. */
  readonly name: string;
  /** Languages of its skill; empty for languages without skills. */
  readonly languages: readonly string[];
  /**
   * `message`: itself. `frame`: of the stack, nearest first. `tool`: compiler or package manager. `hint`:
   * only if a skill has the name.
   */
  readonly by: 'message' | 'frame' | 'tool' | 'hint';
  readonly isCompiler?: true;
}

interface Shape {
  readonly by: Speaker['by'];
  readonly languages: readonly string[];
  readonly pattern: RegExp;
  readonly name?: string;
  readonly isCompiler?: true;
}

const NATIVE = ['rust', 'cpp'] as const;
/** Reversed domains of Java packages. */
const DOMAIN = '(?:org|com|io|net|dev|reactor|akka|scala|kotlin)';
/** Packages of libraries. `com` in general is left out, as it has companies' own code. */
const JVM_LIBRARY =
  '(?:org|io|net|dev|reactor|akka|scala|kotlinx|okhttp3|retrofit2|redis|androidx|' +
  'com\\.(?:google|fasterxml|zaxxer|squareup|amazonaws|mongodb|mysql|microsoft|hazelcast|datastax|netflix))';
const MODULE = String.raw`(?!${DOMAIN}\.)([A-Za-z_]\w*)(?:\.[a-z_]\w*)*?`;
/** The beginning of a message in a log line. */
const BEGIN = String.raw`(?:^|\n)[ \t]*(?:E {2,}|Caused by: |Error: |error: |Uncaught |ERROR )*`;

const MESSAGES: readonly Shape[] = [
  // org.springframework.beans.factory.UnsatisfiedDependencyException
  {
    by: 'message',
    languages: [],
    pattern: new RegExp(
      String.raw`(?<![\w./@-])(${DOMAIN}(?:\.[a-z_]\w*){1,9})\.[A-Z][\w$]*(?:Exception|Error)\b`,
      'g',
    ),
  },
  // Microsoft.EntityFrameworkCore.DbUpdateException
  { by: 'message', languages: [], pattern: /(?<![\w.])([A-Z]\w*(?:\.[A-Z]\w*){0,5})\.[A-Z]\w*Exception\b/g },
  // Illuminate\Database\QueryException
  { by: 'message', languages: [], pattern: /(?<![\w\\])([A-Z]\w+)(?:\\[A-Z]\w+)+(?:Exception|Error)\b/g },
  // ActiveRecord::ConnectionTimeoutError, ** (DBConnection.ConnectionError)
  {
    by: 'message',
    languages: [],
    pattern: new RegExp(String.raw`${BEGIN}([A-Z]\w+)(?:::[A-Z]\w+)+(?=:|$| \()`, 'g'),
  },
  { by: 'message', languages: [], pattern: /\*\* \(([A-Z]\w+)\.\w+/g },
  // django.db.utils.OperationalError: …, (psycopg2.errors.UniqueViolation) …
  {
    by: 'message',
    languages: ['python'],
    pattern: new RegExp(String.raw`(?:${BEGIN}|(?<!\*\* )\(|: ?)${MODULE}\.[A-Z]\w*(?=: |\))`, 'g'),
  },
  // sqlalchemy.exc.MissingGreenlet
  {
    by: 'message',
    languages: ['python'],
    pattern: new RegExp(
      String.raw`${BEGIN}${MODULE}\.(?:(?:exc|exceptions|errors)\.[A-Z]\w*|[A-Z]\w*(?:Error|Exception|Warning)):?[^\S\n]*(?=\n|$)`,
      'g',
    ),
  },
  // sqlx::Error: …, an instance of 'nlohmann::detail::type_error'
  {
    by: 'message',
    languages: NATIVE,
    pattern: new RegExp(String.raw`(?:${BEGIN}|instance of '|required by a bound in \x60)([a-z_]\w*)::`, 'g'),
  },
  // the trait bound `Order: diesel::Queryable<…>`
  {
    by: 'message',
    languages: ['rust'],
    pattern: /: ([a-z_]\w*)::[\w:]*[A-Z]\w*(?:<[^`\n]*>)?` is not satisfied/g,
  },
  // [2026-05-01T10:11:12Z ERROR actix_http::h1] …
  {
    by: 'message',
    languages: ['rust'],
    pattern: /\b(?:ERROR|WARN|INFO|DEBUG|TRACE) +([a-z_]\w*)(?:::\w+)*[\]:]/g,
  },
  {
    by: 'message',
    languages: ['rust'],
    pattern: /panicked at (?:'[^'\n]*', )?\S*?\/([a-z][\w-]*?)-\d+\.\d+\.\d+[\w.+-]*\/src\//g,
  },
  { by: 'message', languages: ['js'], pattern: /Invalid `(prisma)\.\w+/g },
  { by: 'message', languages: ['cpp'], name: 'Qt', pattern: /(?:^|\n)Q[A-Z]\w+::\w+: /g },
];

const TOOLS: readonly Shape[] = [
  { by: 'tool', languages: [], name: 'npm', pattern: /(?:^|\n)npm (?:ERR!|error|WARN)/g },
  { by: 'tool', languages: [], name: 'pnpm', pattern: /(?:^|\n) ?ERR_PNPM_/g },
  { by: 'tool', languages: [], name: 'yarn', pattern: /(?:^|\n)YN\d{4}/g },
  { by: 'tool', languages: [], name: 'pip', pattern: /\bNo matching distribution found for\b/g },
  { by: 'tool', languages: [], name: 'CMake', pattern: /(?:^|\n)CMake (?:Error|Warning)\b/g },
  {
    by: 'tool',
    languages: [],
    name: 'rustc',
    isCompiler: true,
    pattern:
      /\berror\[E\d{4}\]|\bborrowed value does not live long enough|\bcannot (?:borrow|move out of) `|\b(?:use|borrow) of moved value\b/g,
  },
  {
    by: 'tool',
    languages: [],
    name: 'the TypeScript compiler',
    isCompiler: true,
    pattern: /\berror TS\d{4,5}:/g,
  },
  {
    by: 'message',
    languages: [],
    pattern: /(?:^|\n)\[(uvicorn|gunicorn|vite|webpack(?:-cli)?|nodemon|hypercorn|Vue warn)\]/g,
  },
];

const FRAMES: readonly Shape[] = [
  {
    by: 'frame',
    languages: ['js'],
    pattern: /node_modules\/(?!\.)(@[\w.-]+\/[\w.-]+|[\w.-]+)\/(?!\S*node_modules\/)/g,
  },
  { by: 'frame', languages: ['go'], pattern: /(?:^|[\s/])pkg\/mod\/([\w.~!/-]+?)@v\d/gm },
  {
    by: 'frame',
    languages: ['go'],
    pattern: /(?:^|\n)((?:[a-z0-9-]+\.)+[a-z]{2,}\/[\w./-]+?)\.(?:\(|[A-Za-z_]\w*\()/g,
  },
  {
    by: 'frame',
    languages: ['rust'],
    pattern: /\/registry\/src\/[^/\s]+\/([a-z][\w-]*?)-\d+\.\d+\.\d+[\w.+-]*\//g,
  },
  // at org.springframework.beans.factory.support.ConstructorResolver.resolve(ConstructorResolver.java:911)
  {
    by: 'frame',
    languages: [],
    pattern: new RegExp(
      String.raw`(?:^|\n)[^\S\n]*at (?:[\w.]+\/{1,2})?(${JVM_LIBRARY}(?:\.(?!example\b)[a-z_]\w*){0,9})\.[A-Z][\w$]*\.[\w$<>]+\(`,
      'g',
    ),
  },
];

/** Frames of Python, whose nearest stands last. */
const PYTHON_FRAMES: Shape = {
  by: 'frame',
  languages: ['python'],
  pattern: /(?:site|dist)-packages\/([A-Za-z_]\w*?)(?:\/|\.py\b)/g,
};

const HINTS: readonly Shape[] = [
  // pq: sorry, too many clients already
  { by: 'hint', languages: ['go'], pattern: new RegExp(String.raw`${BEGIN}([a-z][\w-]*): `, 'g') },
  // [GIN-debug], [mysql]
  { by: 'hint', languages: ['go', 'cpp'], pattern: /(?:^|\n)\[(?:lib)?([A-Za-z]\w*)(?:[ -][^\]\n]*)?\]/g },
  { by: 'hint', languages: NATIVE, pattern: /(?<![\w:])([A-Za-z_]\w*)::[A-Za-z_]/g },
  { by: 'hint', languages: ['cpp'], pattern: /\/include\/([\w-]+)\//g },
  { by: 'hint', languages: ['python'], pattern: /<(?:class ')?([a-z_]\w*)\.[\w.]+/g },
];

/** Packages that appear in frames of their users. */
const PASSED_THROUGH = new Set(
  'tslib core-js regenerator-runtime zone.js graceful-fs @babel/runtime'.split(' '),
);
/** Characters of a line that are read. No shape goes beyond a line, so its time is at most 400 times the length. */
const LINE_CHARACTERS = 400;
const LONGEST_NAME = 100;

/** Returns who printed a message, surest first; empty for no message. */
export function messageSpeakers(message: string): readonly Speaker[] {
  const text = message
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.slice(0, LINE_CHARACTERS))
    .join('\n');
  const speakers = [
    ...MESSAGES.flatMap((shape) => matches(text, shape)).sort(byPlace),
    ...FRAMES.flatMap((shape) => matches(text, shape)).sort(byPlace),
    ...matches(text, PYTHON_FRAMES).reverse(),
    ...TOOLS.flatMap((shape) => matches(text, shape)).sort(byPlace),
    ...HINTS.flatMap((shape) => matches(text, shape)),
  ];
  const known = new Map<string, Speaker>();
  for (const { speaker } of speakers) {
    const id = `${speaker.by} ${speaker.languages[0] ?? ''} ${speaker.name}`;
    if (!known.has(id)) known.set(id, speaker);
  }
  return [...known.values()];
}

interface Placed {
  readonly speaker: Speaker;
  readonly place: number;
}

const byPlace = (a: Placed, b: Placed): number => a.place - b.place;

function matches(text: string, { by, languages, pattern, name: fixed, isCompiler }: Shape): Placed[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 1: found = '' }) => {
    const name = fixed ?? libraryName(found, languages);
    const isLibrary =
      name.length <= LONGEST_NAME && !PASSED_THROUGH.has(name) && !LANGUAGE_RUNTIMES.has(name);
    const speaker = { name, languages, by, ...(isCompiler && { isCompiler }) };
    return isLibrary ? [{ speaker, place: index }] : [];
  });
}

/** Owners of several libraries, whose next part names the library. */
const OWNERS =
  /^(?:org\.(?:apache|eclipse|jetbrains)|com\.(?:google|fasterxml|amazonaws|github|android)|io\.(?:github|quarkus))$/;

/** First parts of packages of Java that are a library each. */
const WHOLE_LIBRARIES: ReadonlySet<string> = new Set(['okhttp3', 'retrofit2', 'reactor', 'akka']);

function libraryName(found: string, languages: readonly string[]): string {
  // Go escapes a capital letter in paths as `!` and the lower-case letter.
  if (languages.includes('go'))
    return found.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
  // `_pytest` is pytest.
  if (languages.length > 0) return languages.includes('python') ? found.replace(/^_+(?=[a-z])/, '') : found;
  const parts = found.split('.');
  if (WHOLE_LIBRARIES.has(parts[0] ?? '')) return parts[0] ?? '';
  const owner = parts.slice(0, 2).join('.');
  return OWNERS.test(owner) ? parts.slice(0, 3).join('.') : owner;
}

/** What a language's own runtime, or the shell, prints about a mistake of its user, whatever libraries there are. */
const RUNTIME_MESSAGE =
  /^panic: runtime error: |^Segmentation fault|^fatal error: all goroutines are asleep|\bNullPointerException\b|\bindex out of bounds: the len is\b|: command not found\b/m;

export function isRuntimeMessage(text: string): boolean {
  return RUNTIME_MESSAGE.test(text);
}

/** What any program of a language may print, though an author may know it of a library as well. */
const ANY_PROGRAM = new RegExp(
  [
    String.raw`\bCannot (?:read|set) propert|\bis not (?:a function|a constructor|defined|iterable|callable|subscriptable)\b`,
    String.raw`'NoneType' object|\bhas no attribute '|\bunsupported operand type|\bindex out of (?:range|bounds)\b`,
    String.raw`\binvalid literal for\b|\bmust be str, not\b|\bunexpected token\b|\bnil pointer dereference\b`,
  ].join('|'),
  'i',
);

export function isOfAnyProgram(text: string): boolean {
  return isRuntimeMessage(text) || ANY_PROGRAM.test(text);
}
