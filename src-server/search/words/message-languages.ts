/** Also in JavaScript. */
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
  // Excludes Rust's modules: `std::sync::Mutex`.
  ['cpp', /\bstd::(?!(?:sync|fs|io|net|collections|error|process|env|rc|cell|os|task|panic|future|time)::)/],
  ['js', /\bCannot read propert|\bis not a function\b|\bUncaught \(in promise\)|\bUnhandledPromiseRejection/],
  ['js', /\bnode_modules\/|\bnode:internal\/|\bServerResponse\b|\bCannot find module '/],
  ['js', /\bERR_[A-Z_]{4,}|\bat (?:async |Object\.<anonymous>)|\b\w+\.[cm]?[jt]s:\d+/],
];

export function messageLanguages(text: string): Set<string> {
  return new Set(SHAPES.filter(([, shape]) => shape.test(text)).map(([language]) => language));
}
