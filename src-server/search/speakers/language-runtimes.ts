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
    'java javax jakarta System'
  ).split(' '),
);
