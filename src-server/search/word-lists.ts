/** Words that search treats apart: those without meaning, those of any subject, those that a language brings along. */

/**
 * Excludes `not`, `never`, `before`, `after`, `without`, `between`, `under`, `over`, `new`, `run` and `go`:
 * distinctive for pitfalls or libraries.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the and or but if then than so as of at by for from in into on onto to with about is are was were be been ' +
    'being am do does did doing done has have had having i me my we us our you your he she it its they them their ' +
    'this that these those there here what which who whom whose when where why how can could may might shall should ' +
    'will would also just very too some any such each own same other ' +
    // Rests of "don't", "isn't", … without the contracted part.
    'don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn ain'
  ).split(' '),
);

/**
 * Words of any subject, searched for, but irrelevant if missing. Excludes keywords (`while`), tools (`make`),
 * methods (`sort`) and words that tell pitfalls apart (`never`).
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  // Pronouns and quantities.
  (
    'somebody someone something somewhere anybody anyone anything anywhere everybody everyone everything ' +
    'everywhere nobody nothing nowhere another others neither both several many much more most few fewer fewest ' +
    'least enough mine yours ours hers himself herself itself myself yourself themselves whoever whatever ' +
    'whichever one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred ' +
    'thousand million dozen third ' +
    // Conjunctions, prepositions and adverbs.
    'because whereas although though unless till whether however therefore otherwise meanwhile instead besides ' +
    'beside despite during throughout within across along around behind beyond upon toward towards among near ' +
    'against via up down out off away already again always ever still yet soon later often sometimes usually ' +
    'yesterday tomorrow ago really quite rather almost nearly perhaps maybe probably actually simply exactly ' +
    'even well better best worse worst good bad great big huge tiny little ' +
    // Verbs.
    'got gotten getting lets letting makes made making takes took taken taking give gives gave given giving come ' +
    'comes came coming want wants wanted need needs needed likes liked know knows knew known think thinks ' +
    'thought say says said saying tells told telling ask asks asked see sees saw seen look looks looked seem ' +
    'seems seemed tries tried trying keep keeps kept keeping happen happens happened becomes became going ' +
    'goes went ran uses used ' +
    // Vague nouns, and courtesy.
    'thing things way ways kinds piece pieces lot lots stuff people person sorry please thanks hello'
  ).split(' '),
);

/** Who was there, where and when, and what people say of a trouble: a skill may lack such a word, but none is a library. */
export const CIRCUMSTANCES: ReadonlySet<string> = new Set(
  (
    'home office house school shop street city country world laptop phone screen desk family friend friends ' +
    'colleague colleagues boss team teams customer customers cashier cashiers visitor visitors guest guests ' +
    'employee employees manager managers teacher teachers student students child children booking bookings ' +
    'morning evening night nights noon midnight weekend week weeks month months year years monday tuesday wednesday ' +
    'thursday friday saturday sunday january february april june july august september october november december ' +
    'summer winter autumn holiday holidays ' +
    'alone bunch worth rubbish nonsense trouble mess luck guess doubt idea clue mystery surprise hurry habit'
  ).split(' '),
);

/** First parts of paths that lead into a language's own library: `std`, `asyncio`, `document`. */
export const LANGUAGE_RUNTIMES: ReadonlySet<string> = new Set(
  // Python.
  (
    '__main__ abc argparse array ast asyncio base64 binascii builtins bz2 calendar cmath codecs collections ' +
    'concurrent concurrent.futures configparser contextlib copy csv ctypes curses dataclasses datetime dbm decimal ' +
    'difflib distutils doctest email encodings enum errno fractions ftplib functools gc getopt getpass gettext glob ' +
    'graphlib gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json locale logging ' +
    'lzma mailbox math mimetypes mmap multiprocessing netrc numbers operator os pathlib pdb pickle pkgutil platform ' +
    'plistlib poplib pprint profile queue quopri random re readline reprlib runpy sched secrets select selectors ' +
    'shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string struct ' +
    'subprocess sys sysconfig tarfile tempfile textwrap threading time timeit tkinter token tokenize tomllib trace ' +
    'traceback types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg wsgiref ' +
    'xml xmlrpc zipfile zipimport zlib zoneinfo self cls ' +
    // Rust and C++.
    'std core alloc proc_macro crate super test __gnu_cxx __cxx11 __1 detail internal impl ' +
    // Java, Kotlin and .NET.
    'java javax jakarta System ' +
    // JavaScript and the browser.
    'document window console navigator localStorage sessionStorage Math Object Array Number String Date Promise JSON'
  ).split(' '),
);

/** Names that a language brings along: what a program has of them tells no library. */
export const RUNTIME_NAMES: ReadonlySet<string> = new Set(
  // JavaScript.
  (
    'NaN parseInt parseFloat isNaN setTimeout setInterval clearTimeout clearInterval encodeURIComponent ' +
    'addEventListener removeEventListener getElementById querySelector querySelectorAll innerHTML ' +
    'ReferenceError RangeError SyntaxError TypeError EvalError URIError ' +
    // Python.
    'NoneType ArithmeticError AssertionError AttributeError FileNotFoundError ImportError IndentationError IndexError KeyError ' +
    'MemoryError ModuleNotFoundError NameError NotImplementedError OverflowError RecursionError RuntimeError ' +
    'StopIteration UnboundLocalError UnicodeDecodeError UnicodeEncodeError ValueError ZeroDivisionError ' +
    // Java.
    'NullPointerException ClassCastException IllegalArgumentException IllegalStateException ' +
    // C.
    'printf sprintf scanf fgets feof strcpy strlen memcpy malloc calloc realloc'
  ).split(' '),
);

/** Words of SQL, which are written in capitals. */
export const SQL_WORDS: ReadonlySet<string> = new Set(
  (
    'SELECT FROM WHERE JOIN ON GROUP BY ORDER HAVING COUNT SUM AVG MIN MAX DISTINCT UNION INSERT INTO VALUES UPDATE ' +
    'DELETE CREATE TABLE ALTER DROP NULL AS AND OR NOT IN LIKE LIMIT'
  ).split(' '),
);
