import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src-server/contract/api.ts';
import { canonicalName, termOf } from '../../../src-server/search/word-analysis.ts';
import { ORDINARY_WORDS, STOP_WORDS } from '../../../src-server/search/word-lists.ts';

/** Reserved and contextual keywords, in lower case: C++23, Go 1.22, ECMAScript 2024 with TypeScript's, Python 3.12, Rust 2024. */
const KEYWORDS = {
  cpp:
    'alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl ' +
    'concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do ' +
    'double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace ' +
    'new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return ' +
    'short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef ' +
    'typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq final override import module',
  go:
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package range ' +
    'return select struct switch type var any append cap clear close complex copy delete imag len make max min new nil ' +
    'panic print println real recover iota true false error string',
  js:
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for from function get if implements import in instanceof interface let new null of package ' +
    'private protected public return set static super switch this throw true try typeof undefined var void while with ' +
    'yield abstract any asserts declare infer is keyof never readonly require satisfies unique unknown using',
  python:
    'false none true and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield match case type all any',
  rust:
    'abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl ' +
    'in let loop macro macro_rules match mod move mut override priv pub raw ref return safe self static struct super trait ' +
    'true try type typeof union unsafe unsized use virtual where while yield none some',
} as const;

/** Methods, functions and types of their standard libraries, and tools, that are plain English words. */
const NAMES =
  'all any back copy count drain drop each either every fill filter find first flat fold get gets has kind ' +
  'last less like make map max min next nice now once only per position put reverse second select set since skip slice ' +
  'some sort split step sum swap take tell test then through today until update wait zip';

describe('ordinary words', () => {
  it('are plain words in lower case, which the index looks for', () => {
    expect([...ORDINARY_WORDS].filter((word) => !/^[a-z]+$/.test(word) || STOP_WORDS.has(word))).toEqual([]);
  });

  it('are no name of a language', () => {
    expect(LANGUAGES.filter((name) => ORDINARY_WORDS.has(name))).toEqual([]);
    expect([...ORDINARY_WORDS].filter((word) => canonicalName(word) !== word)).toEqual([]);
  });

  it('have the keywords of every language to be held against', () => {
    expect(Object.keys(KEYWORDS).sort()).toEqual([...LANGUAGES].sort());
  });

  it.each(Object.entries(KEYWORDS))('are no keyword of %s', (_language, keywords) => {
    expect(keywords.split(' ').filter((word) => ORDINARY_WORDS.has(word))).toEqual([]);
  });

  it('are no name of a method or a tool', () => {
    expect(NAMES.split(' ').filter((word) => ORDINARY_WORDS.has(word))).toEqual([]);
  });

  it.each(['sort', 'mean', 'put', 'next', 'second', 'except', 'never', 'before', 'without'])(
    'leave %s to the field',
    (word) => {
      const terms = new Set([...ORDINARY_WORDS].map(termOf));
      expect(terms.has(termOf(word))).toBe(false);
    },
  );
});
