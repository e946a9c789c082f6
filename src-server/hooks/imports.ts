/** Reads which modules a source file imports. Small readers instead of parsers: what they don't understand is left out. */

import { builtinModules } from 'node:module';
import type { Language } from '../contract/api.ts';

/** Imports of a file that are looked up. */
const MOST_IMPORTS = 100;
/** Characters of an import; longer ones are no names. */
const LONGEST_PATH = 200;

const ENDINGS: Readonly<Record<Language, readonly string[]>> = {
  js: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'],
  python: ['py', 'pyi'],
  go: ['go'],
  rust: ['rs'],
  cpp: ['c', 'cc', 'cpp', 'cxx', 'h', 'hh', 'hpp', 'hxx', 'inl', 'ipp', 'cu'],
};

/** The language of a source file by its name's ending: `python` for `app/db.py`. */
export function languageOfFile(path: string): Language | undefined {
  const ending = /\.(\w{1,6})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return (Object.keys(ENDINGS) as Language[]).find((language) => ENDINGS[language].includes(ending));
}

/**
 * Returns what a source text imports, without files of the project that are named by their place: `sqlalchemy.orm`,
 * `@prisma/client`, `github.com/jackc/pgx/v5`, `tokio`, `spdlog/spdlog.h`. Comments and strings import nothing.
 */
export function importsIn(text: string, language: Language): readonly string[] {
  const found = new Set<string>();
  for (const path of READERS[language](withoutComments(text, language))) {
    if (path === '' || path.length > LONGEST_PATH) continue;
    found.add(path);
    if (found.size >= MOST_IMPORTS) break;
  }
  return [...found];
}

/** Returns the code of a text alone: without comments, and without what stands in strings. */
export function codeOnly(text: string, language: Language): string {
  return withoutComments(text, language).text;
}

/** Code without comments; each literal is `"` with its number in `strings`, so that nothing in it reads as code. */
interface Code {
  readonly text: string;
  readonly strings: readonly string[];
}

/** What opens a comment or literal, and how it ends. */
interface Lexicon {
  readonly lineComment: string;
  readonly blockComments: boolean;
  /** Quotes of literals that end with their line, at the latest. */
  readonly quotes: string;
  /** Openings of literals that may go on for lines, with what closes them. */
  readonly longQuotes: readonly (readonly [open: string, close: string])[];
  /** Literals in which a backslash is one, by their first character; what `open` finds stands in their closing, too. */
  readonly raw?: { readonly first: string; readonly open: RegExp; readonly close: (mark: string) => string };
  /** Whether `'` also begins a lifetime, as in Rust. */
  readonly hasLifetimes?: true;
}

const LEXICONS: Readonly<Record<Language, Lexicon>> = {
  js: { lineComment: '//', blockComments: true, quotes: `"'`, longQuotes: [['`', '`']] },
  python: {
    lineComment: '#',
    blockComments: false,
    quotes: `"'`,
    longQuotes: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
  },
  go: {
    lineComment: '//',
    blockComments: true,
    quotes: `"'`,
    longQuotes: [],
    raw: { first: '`', open: /`()/y, close: () => '`' },
  },
  rust: {
    lineComment: '//',
    blockComments: true,
    quotes: '',
    longQuotes: [['"', '"']],
    raw: { first: 'r', open: /r(#{0,16})"/y, close: (mark) => `"${mark}` },
    hasLifetimes: true,
  },
  cpp: {
    lineComment: '//',
    blockComments: true,
    quotes: `"'`,
    longQuotes: [],
    raw: { first: 'R', open: /R"([^()\\\s"]{0,16})\(/y, close: (mark) => `)${mark}"` },
  },
};

/** Goes once through the text: whatever stays open ends with it. */
function withoutComments(text: string, language: Language): Code {
  const { lineComment, blockComments, quotes, longQuotes, raw, hasLifetimes } = LEXICONS[language];
  const strings: string[] = [];
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  const skip = (to: number, literal?: string) => {
    parts.push(text.slice(from, at), literal === undefined ? ' ' : `"${strings.push(literal) - 1} `);
    from = at = to;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (text.startsWith(lineComment, at)) skip(lineEnd(text, at));
    else if (blockComments && text.startsWith('/*', at)) skip(endOf(text, '*/', at + 2));
    else {
      const long = longQuotes.find(([open]) => text.startsWith(open, at));
      if (raw !== undefined) raw.open.lastIndex = at;
      const opened = character === raw?.first ? raw.open.exec(text) : null;
      if (raw !== undefined && opened !== null) {
        const close = raw.close(opened[1] ?? '');
        const start = at + opened[0].length;
        const end = endOf(text, close, start);
        skip(end, text.slice(start, Math.max(start, end - close.length)));
      } else if (long !== undefined) {
        const [open, close] = long;
        const end = literalEnd(text, at + open.length, close);
        skip(end, text.slice(at + open.length, end - close.length));
      } else if (quotes.includes(character)) {
        const end = literalEnd(text, at + 1, character, '\n');
        skip(end, text.slice(at + 1, end - 1));
      } else if (hasLifetimes && character === "'") skip(characterEnd(text, at));
      else at += 1;
    }
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), strings };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function endOf(text: string, close: string, at: number): number {
  const end = text.indexOf(close, at);
  return end < 0 ? text.length : end + close.length;
}

/** The end of a literal, behind `close` or before `limit`; a backslash takes the next character with it. */
function literalEnd(text: string, start: number, close: string, limit?: string): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (text.startsWith(close, at)) return at + close.length;
    else if (character === limit) return at;
  }
  return text.length;
}

/** Returns the place behind `'a'` or `'\n'`; of a lifetime, the place behind its mark. */
function characterEnd(text: string, at: number): number {
  const end = text.charAt(at + 1) === '\\' ? text.indexOf("'", at + 3) : at + 2;
  return text.charAt(end) === "'" && end - at < 12 ? end + 1 : at + 1;
}

const READERS: Readonly<Record<Language, (code: Code) => Iterable<string>>> = {
  js: importsOfJavaScript,
  python: importsOfPython,
  go: importsOfGo,
  rust: importsOfRust,
  cpp: includesOfCpp,
};

/** Words, literals (`"3`) and single marks of code. */
function tokensOf({ text }: Code): readonly string[] {
  return text.match(/[\w$]+|"\d+|[^\s\w$"]/g) ?? [];
}

function literalOf({ strings }: Code, token: string | undefined): string | undefined {
  return token?.startsWith('"') ? strings[Number(token.slice(1))] : undefined;
}

const NODE_MODULES: ReadonlySet<string> = new Set(builtinModules);

function* importsOfJavaScript(code: Code): Generator<string> {
  const tokens = tokensOf(code);
  for (const [at, token] of tokens.entries()) {
    const isCall = (token === 'require' || token === 'import') && tokens[at + 1] === '(';
    if (!isCall && token !== 'from' && token !== 'import') continue;
    const named = literalOf(code, tokens[at + (isCall ? 2 : 1)]);
    const [, name = ''] = /^((?:@[\w.-]+\/)?[\w.-]+)(?:\/|$)/.exec(named ?? '') ?? [];
    // `@/store` and `~/store` are aliases of the project, `node:fs` and `fs` are of the runtime.
    if (name !== '' && !name.startsWith('.') && !NODE_MODULES.has(name)) yield name;
  }
}

function* importsOfPython({ text }: Code): Generator<string> {
  for (const statement of text.split(/[\n;]/)) {
    const line = statement.trim();
    if (line.startsWith('import ')) {
      for (const part of line.slice('import '.length).split(',')) {
        const [, name = ''] = /^([A-Za-z_][\w.]*)(?:\s|$)/.exec(part.trim()) ?? [];
        yield name;
      }
    } else {
      const [, name = ''] = /^from\s([A-Za-z_][\w.]*)\simport\b/.exec(line.replace(/\s+/g, ' ')) ?? [];
      yield name;
    }
  }
}

function* importsOfGo(code: Code): Generator<string> {
  const tokens = tokensOf(code);
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at] !== 'import') continue;
    const isList = tokens[at + 1] === '(';
    for (at += isList ? 2 : 1; at < tokens.length; at += 1) {
      const token = tokens[at] ?? '';
      const path = literalOf(code, token);
      if (path !== undefined && /^\w/.test(path)) yield path;
      // An alias, `_` or `.` may stand before the path.
      const goesOn = isList ? token !== ')' : path === undefined && /^(?:\w+|\.)$/.test(token);
      if (!goesOn) break;
    }
  }
}

const RUST_ROOTS: ReadonlySet<string> = new Set('std core alloc crate self super proc_macro test'.split(' '));

/** The crates behind `use` and `extern crate`, without modules that the file itself declares. */
function* importsOfRust(code: Code): Generator<string> {
  const tokens = tokensOf(code);
  const own = new Set(tokens.filter((_, at) => tokens[at - 1] === 'mod'));
  for (const [at, token] of tokens.entries()) {
    const isCrate = token === 'crate' && tokens[at - 1] === 'extern';
    if (token !== 'use' && !isCrate) continue;
    let start = at + 1;
    while (tokens[start] === ':') start += 1;
    const { [start]: root = '' } = tokens;
    if (/^[a-z_]\w*$/.test(root) && !RUST_ROOTS.has(root) && !own.has(root)) yield root;
  }
}

/** Headers of the C standard library, which a library could be called like. */
const C_HEADERS: ReadonlySet<string> = new Set(
  (
    'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic ' +
    'stdbool stddef stdint stdio stdlib string tgmath threads time uchar wchar wctype unistd pthread poll fcntl'
  )
    .split(' ')
    .map((name) => `${name}.h`),
);

function* includesOfCpp({ text, strings }: Code): Generator<string> {
  for (const line of text.split('\n')) {
    const [, angled, quoted] = /^\s*#\s*(?:include|import)\s*(?:<([^<>]+)>|"(\d+))/.exec(line) ?? [];
    const header = angled ?? strings[Number(quoted)] ?? '';
    // Without a folder, a quoted header is most likely the project's own.
    const isOwn = header.startsWith('.') || (angled === undefined && !header.includes('/'));
    if (!isOwn && !C_HEADERS.has(header)) yield header;
  }
}
