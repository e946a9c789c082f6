import { parsePackageUrl } from '../projects/package-address.ts';

const MOST_CHARACTERS = 300;
/** Characters of a name with blanks and quotes around it; a longer text is no name. */
const MOST_WRITTEN = 1_000;

const PACKAGE_PAGE =
  /^(?:(?:npmjs\.(?:com|org)\/package|pypi\.org\/project|crates\.io\/crates|docs\.rs|pkg\.go\.dev|jsr\.io)\/)(.+)$/;
const REPOSITORY_HOST = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//;
const MAJOR_VERSION = /\/v\d+$/;

/** Import name to package, in Python. */
const PYTHON_IMPORTS: ReadonlyMap<string, string> = new Map([
  ['attr', 'attrs'],
  ['bs4', 'beautifulsoup4'],
  ['cv2', 'opencv-python'],
  ['dateutil', 'python-dateutil'],
  ['dotenv', 'python-dotenv'],
  ['git', 'gitpython'],
  ['google.protobuf', 'protobuf'],
  ['jwt', 'pyjwt'],
  ['mysqldb', 'mysqlclient'],
  ['pil', 'pillow'],
  ['serial', 'pyserial'],
  ['skimage', 'scikit-image'],
  ['sklearn', 'scikit-learn'],
  ['yaml', 'pyyaml'],
  ['zmq', 'pyzmq'],
]);
/** Header folder to library, in C++. */
const HEADERS: ReadonlyMap<string, string> = new Map([
  ['absl', 'abseil-cpp'],
  ['gmock', 'googletest'],
  ['gtest', 'googletest'],
  ['tbb', 'onetbb'],
]);
const VARIANT = /[-_](?:binary|headless|wheels?|gpu|cpu|stubs|bin)$/;

/**
 * Returns the names that a text may mean, in lower case, the most exact first; none for a text that is no name.
 * `SQLAlchemy[asyncio]==2.0.36` gives `sqlalchemy[asyncio]==2.0.36`, then `sqlalchemy`.
 */
export function libraryForms(asked: string): readonly string[] {
  if (asked.length > MOST_WRITTEN) return [];
  const text = asked.trim().replace(/^[`'"<]+|(?<![`'">,;])[`'">,;]+$/g, '');
  if (text === '' || text.length > MOST_CHARACTERS) return [];
  const plain = parsePackageUrl(text)?.name ?? withoutAddress(text);
  const bare = withoutVersion(plain.toLowerCase());
  const forms = [text.toLowerCase(), plain.toLowerCase(), bare, ...moduleForms(bare), ...partForms(bare)];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** A scoped or versioned name: `@prisma/client`, `SQLAlchemy[asyncio]==2.0.36`, `tokio@1.40`. */
const PACKAGE = /^(?:@[\w.-]+\/[\w.-]+(?:@.*)?|[\w.-]{2,}(?:\[[\w,.-]+\])?(?:[=~]=|@[\^~]?v?)\d+\..*)$/;

/** `github.com/jackc/pgx/v5` gives `github.com/jackc/pgx`. Undefined for possible words of a question. */
export function namedLibrary(asked: string): string | undefined {
  const text = asked.trim();
  if (/\s/.test(text) || text.length > MOST_CHARACTERS) return undefined;
  const url = parsePackageUrl(text);
  if (url !== undefined) return url.name;
  const path = text.replace(/^https?:\/\/(?:www\.)?/i, '').toLowerCase();
  const isModule = path.length === text.length && HOST.test(path);
  const isAddress = isModule || REPOSITORY_HOST.test(path) || PACKAGE_PAGE.test(path);
  if (!isAddress && !PACKAGE.test(text)) return undefined;
  return withoutVersion(withoutAddress(text)).replace(MAJOR_VERSION, '');
}

/** A version behind a name: `==2.0.36`, `@1.40`, ` v5.7.1`, `/v5`. */
const VERSION_BEHIND = /(?:(?:[=~<>]=|[@^]|(?<!\s)\s)\s*(?!\s)[\^~=]{0,2}v?|\/v)(\d[\w.+-]*)$/i;

export function versionBehind(asked: string): string | undefined {
  const text = asked.trim().slice(-MOST_CHARACTERS);
  return parsePackageUrl(text)?.version ?? VERSION_BEHIND.exec(text)?.[1];
}

/** `npmjs.com/package/ws` gives `ws`. Repositories keep their host, as Go modules. */
function withoutAddress(text: string): string {
  const address = text.replace(/^(?:git\+)?[a-z][a-z+]*:\/\/(?:[^/@]*@)?(?:www\.)?/i, '');
  const path = address === text ? text : address.replace(/[?#].*$/s, '');
  const page = PACKAGE_PAGE.exec(path.toLowerCase());
  if (page !== null) return pageName(path, (page[1] ?? '').replace(/(?<!\/)\/+$/, ''));
  return path
    .replace(/^skill:/i, '')
    .replace(/^(?:npm|pypi|pip|crate|cargo|go|conan|jsr):(?!:)/i, '')
    .replace(/^\/+|(?<!\/)\/+$/g, '')
    .replace(/\.git$/i, '');
}

/** `docs.rs/tokio/latest/tokio` and `npmjs.com/package/ws/v/8.0.0` are pages of a package; Go's paths are its modules. */
function pageName(address: string, name: string): string {
  if (/^pkg\.go\.dev\//i.test(address)) return name;
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

function withoutVersion(text: string): string {
  return text
    .replace(/^#include\s*[<"]?/, '')
    .replace(/^import\s[^'"]*\bfrom\s+['"]([^'"]+).*$/s, '$1')
    .replace(/^.*\brequire\(\s*['"]([^'"]+).*$/s, '$1')
    .replace(/^(@?[\w./+-]+)\s*=\s*["'{].*$/s, '$1')
    .replace(/^(?:import|use|from|require|extern crate)\s+([\w.:-]+)(?:\s+(?:as|import)\s.*|;.*)?$/s, '$1')
    .replace(/(?<!\s)\s*;.*$/s, '')
    .replace(/(?<!\s)\s*(?:[=~!<>]=|[<>=^]).*$/s, '')
    .replace(/(?<!\s)\s+\(?v?\d.*$/s, '')
    .replace(/(?<![^/])[^/]+$/, (name) => name.replace(/(?<=[^@])@.*$/s, ''))
    .replace(/\/v?\d+\.\d(?:[\d.]*@.*|[^/]*)$/s, '')
    .replace(/(?<![\w.+-])[\w.+-]+$/, (name) => name.replace(/-v?\d+\.\d.*$/s, ''))
    .replace(/\[[^[\]]*\]$/, '')
    .trim();
}

/** Returns the packages that a path of a module may lie in, nearest first; `@types/ws` gives `ws`. */
function moduleForms(path: string): readonly string[] {
  const types = /^@types\/(.+)$/.exec(path)?.[1];
  if (types !== undefined) return [types.replace(/^(.+)__(.+)$/s, '@$1/$2')];
  if (/^@[^/]+\//.test(path)) return [path.split('/').slice(0, 2).join('/')];
  if (!HOST.test(path)) return [path.replace(MAJOR_VERSION, '')];
  const parts = path.split('/');
  const parents = parts.map((_, i) => parts.slice(0, parts.length - i).join('/')).slice(0, -1);
  const modules = parents.flatMap((parent) => [parent, parent.replace(MAJOR_VERSION, '')]);
  const [, author = '', name = ''] = parts;
  return REPOSITORY_HOST.test(path)
    ? [...modules.filter((m) => m.split('/').length > 2), `${author}/${name}`]
    : modules;
}

/** Returns the folders of a path, the innermost first: `boost/asio/ip`, `boost/asio` and `boost` of `boost/asio/ip/tcp.hpp`. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, up) => parts.slice(0, parts.length - 1 - up).join('/'));
}

const HEADER = /\.h(?:pp|h|xx)?$/;

/** A module of a package of npm, as code imports it: `react-dom/client`, `node_modules/pg/lib/client.js`. */
interface PackagePath {
  readonly name: string;
  /** Whether the name can only be a path in a package. `redis/rueidis` may also be a repository. */
  readonly isSure: boolean;
}

/** Reads a path of a package as code imports it; undefined for other names. A scoped package is one of `libraryForms`. */
export function packagePath(asked: string): PackagePath | undefined {
  const forms = libraryForms(asked);
  if (forms.some((each) => HOST.test(each))) return undefined;
  const form = forms
    .map((each) => each.replace(/^(?:\.?\/)?node_modules\//, ''))
    .find((each) => /^[a-z\d][\w.-]*\/[^:\s]+$/.test(each) && !HEADER.test(each));
  if (form === undefined) return undefined;
  const [name = '', ...parts] = form.split('/');
  const isJs = languagesOfName(asked)?.includes('js') ?? false;
  return { name, isSure: isJs || parts.length > 1 || /\.[cm]?js$/.test(form) };
}

/** Returns the libraries of `sklearn.metrics`, `tokio::sync` and `spdlog/spdlog.h`, and names without variant. */
function partForms(path: string): readonly string[] {
  if (HOST.test(path) || path.startsWith('@')) return [];
  const whole = path.replace(/::.*$/s, '');
  // The first folder of a header: `opencv2/core.hpp` is `opencv2`.
  const first = HEADER.test(whole) ? whole.split('/', 1).join() : whole;
  const root = first.replace(HEADER, '').replace(/^([a-z_]\w*)\..*$/s, '$1');
  // `boost/asio/ip/tcp.hpp` is a part of `boost/asio`, if a skill says so.
  const folders = HEADER.test(whole) ? foldersOf(whole) : [];
  const forms = [...folders, root, root.replace(VARIANT, ''), root.replace(/_/g, '-')];
  return [...forms, ...[path, ...forms].flatMap((form) => HEADERS.get(form) ?? [])];
}

/** Returns the package of a Python import: `yaml` gives `pyyaml`. */
export function pythonPackage(asked: string): string | undefined {
  const forms = libraryForms(asked);
  return forms.map((form) => PYTHON_IMPORTS.get(form)).find((form) => form !== undefined);
}

const LANGUAGE_OF_TYPE: Readonly<Record<string, string>> = {
  npm: 'js',
  jsr: 'js',
  pypi: 'python',
  pip: 'python',
  cargo: 'rust',
  crate: 'rust',
  golang: 'go',
  go: 'go',
  conan: 'cpp',
  vcpkg: 'cpp',
};
/** Types of package URLs that say nothing of the language. */
const REPOSITORY_TYPES: ReadonlySet<string> = new Set(['github', 'gitlab', 'bitbucket', 'generic', 'cmake']);

/** What is written in one ecosystem only. */
const WRITTEN_IN: ReadonlyArray<readonly [language: string, form: RegExp]> = [
  ['js', /^(?:npmjs\.(?:com|org)\/package|jsr\.io)\//],
  ['python', /^pypi\.org\/project\//],
  ['rust', /^(?:crates\.io\/crates|docs\.rs)\//],
  ['go', /^pkg\.go\.dev\//],
  ['js', /^@[^/\s]+\/|\brequire\(|\bfrom ['"]/],
  ['cpp', /^#include\b|\.h(?:pp|xx|h)?[>"]?$/],
  ['rust', /^(?:use|extern crate) \w|=\s*\{\s*version\b/],
  ['python', /^import [\w.]+(?: as \w+)?$|^from [\w.]+ import\b/],
];

/** The languages that a name can be of, by the ecosystem in which it is written so; undefined for any. */
export function languagesOfName(asked: string): readonly string[] | undefined {
  const text = asked
    .trim()
    .replace(/^[`'"<]+|(?<![`'">,;])[`'">,;]+$/g, '')
    .slice(0, MOST_CHARACTERS);
  const type = parsePackageUrl(text)?.type ?? /^([a-z]+):(?![:/])/i.exec(text)?.[1]?.toLowerCase();
  if (type !== undefined && !REPOSITORY_TYPES.has(type)) {
    const language = Object.hasOwn(LANGUAGE_OF_TYPE, type) ? LANGUAGE_OF_TYPE[type] : undefined;
    if (language !== undefined) return [language];
    if (text.startsWith('pkg:')) return [];
  }
  const address = text.replace(/^(?:git\+)?[a-z][a-z+]*:\/\/(?:[^/@]*@)?(?:www\.)?/i, '');
  const found = WRITTEN_IN.find(([, form]) => form.test(address));
  if (found !== undefined) return [found[0]];
  if (/^[A-Za-z_]\w*::/.test(text)) return ['rust', 'cpp'];
  return isGoModule(text.toLowerCase()) ? ['go'] : undefined;
}

/** `google.golang.org/grpc`, `github.com/jackc/pgx/v5`; `github.com/grpc/grpc` may be a repository of any language. */
function isGoModule(text: string): boolean {
  if (!HOST.test(text) || PACKAGE_PAGE.test(text)) return false;
  if (!REPOSITORY_HOST.test(text)) return !/\.(?:h|hpp|js|ts|py|rs|md)$/.test(text);
  return /^[^/]+\/[^/]+\/[^/]+\/(?!tree\/|blob\/|releases|issues|wiki)./.test(text);
}

/** `grpc/grpc` of `https://github.com/grpc/grpc.git`; undefined if no repository is named. */
export function repositoryPath(asked: string): string | undefined {
  const forms = libraryForms(asked);
  const address = forms.find((form) => REPOSITORY_HOST.test(form));
  return address && /^[^/]+\/([^/]+\/[^/?#]+)/.exec(address)?.[1]?.replace(/\.git$/, '');
}

/** Returns the path of a module behind its host, `zap` for `go.uber.org/zap`; undefined for repositories. */
export function modulePath(asked: string): string | undefined {
  const form = libraryForms(asked).find((each) => HOST.test(each) && !REPOSITORY_HOST.test(each));
  return form?.replace(HOST, '');
}

/** What a skill may be called that an import means, the most exact first. */
interface ImportForms {
  /** Packages, modules and paths, and `author/name` of a repository. */
  readonly stated: readonly string[];
  /** Names of a library that other libraries may have, too. */
  readonly named: readonly string[];
}

/**
 * Forms of an import as code has it: `sqlalchemy.orm` of Python, `@prisma/client` of JavaScript,
 * `github.com/jackc/pgx/v5/pgxpool` of Go, `tokio_util` of Rust, `boost/asio/ip/tcp.hpp` of C++.
 */
export function importForms(path: string, language: string): ImportForms {
  const lower = path.toLowerCase();
  switch (language) {
    case 'go':
      return goForms(lower);
    case 'cpp': {
      const [first = ''] = foldersOf(lower).slice(-1);
      const root = first === '' ? lower.replace(HEADER, '') : first;
      const known = [lower, ...foldersOf(lower)].flatMap((form) => HEADERS.get(form) ?? []);
      const stated = [lower, lower.replace(HEADER, ''), ...foldersOf(lower)].filter((form) =>
        form.includes('/'),
      );
      return { stated, named: [root, ...known] };
    }
    case 'python': {
      const parts = lower.split('.');
      const parents = parts.map((_, at) => parts.slice(0, parts.length - at).join('.'));
      const forms = parents.flatMap((form) => [
        form,
        form.replaceAll('_', '-'),
        PYTHON_IMPORTS.get(form) ?? '',
      ]);
      return { stated: forms.filter(Boolean), named: forms.filter(Boolean) };
    }
    default: {
      const types = /^@types\/(.+)$/.exec(lower)?.[1]?.replace(/^(.+)__(.+)$/s, '@$1/$2');
      const forms = [types ?? lower, lower.replaceAll('_', '-')];
      return { stated: forms, named: forms };
    }
  }
}

/** `gopkg.in/gin-gonic/gin.v1` is github.com/gin-gonic/gin, `gopkg.in/yaml.v3` is github.com/go-yaml/yaml. */
const GOPKG = /^gopkg\.in\/(?:([\w.-]+)\/)?([\w-]+)\.v\d+/;

function goForms(path: string): ImportForms {
  // Of the standard library, or of the project: meant only where a skill states it.
  if (!HOST.test(path))
    return { stated: [path, ...foldersOf(path).filter((folder) => folder.includes('/'))], named: [] };
  const [, author, name = ''] = GOPKG.exec(path) ?? [];
  const moved = name === '' ? [] : [`github.com/${author ?? `go-${name}`}/${name}`];
  const parts = path.split('/');
  const parents = parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).slice(0, -1);
  const modules = [...parents, ...moved].flatMap((form) => [form, form.replace(MAJOR_VERSION, '')]);
  const [repository] = [path, ...moved].flatMap(
    (form) => /^(?:github|gitlab)\.com\/([^/]+\/[^/]+)/.exec(form)?.[1] ?? [],
  );
  const hosted = repository === undefined ? [] : [repository];
  const last = path.replace(MAJOR_VERSION, '').split('/').at(-1) ?? '';
  return { stated: [...new Set([...modules, ...hosted])], named: REPOSITORY_HOST.test(path) ? [] : [last] };
}
