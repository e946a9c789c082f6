import { parsePackageUrl } from '../../projects/package-url.ts';

const MOST_CHARACTERS = 300;

const PACKAGE_PAGE =
  /^(?:(?:npmjs\.(?:com|org)\/package|pypi\.org\/project|crates\.io\/crates|docs\.rs|pkg\.go\.dev|jsr\.io)\/)(.+)$/;
const REPOSITORY_HOST = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//;
const MAJOR_VERSION = /\/v\d+$/;

/** Import name to package. */
const IMPORTED_AS: ReadonlyMap<string, string> = new Map([
  ['absl', 'abseil-cpp'],
  ['attr', 'attrs'],
  ['bs4', 'beautifulsoup4'],
  ['cv2', 'opencv-python'],
  ['dateutil', 'python-dateutil'],
  ['dotenv', 'python-dotenv'],
  ['git', 'gitpython'],
  ['google.protobuf', 'protobuf'],
  ['gmock', 'googletest'],
  ['gtest', 'googletest'],
  ['jwt', 'pyjwt'],
  ['mysqldb', 'mysqlclient'],
  ['pil', 'pillow'],
  ['serial', 'pyserial'],
  ['skimage', 'scikit-image'],
  ['sklearn', 'scikit-learn'],
  ['tbb', 'onetbb'],
  ['yaml', 'pyyaml'],
  ['zmq', 'pyzmq'],
]);
const VARIANT = /[-_](?:binary|headless|wheels?|gpu|cpu|stubs|bin)$/;

/**
 * Lower case, most exact first; empty for no name.
 * `SQLAlchemy[asyncio]==2.0.36` gives `sqlalchemy[asyncio]==2.0.36`, then `sqlalchemy`.
 */
export function libraryForms(asked: string): readonly string[] {
  const text = asked.trim().replace(/^[`'"<]+|[`'">,;]+$/g, '');
  if (text === '' || text.length > MOST_CHARACTERS) return [];
  const plain = parsePackageUrl(text)?.name ?? withoutAddress(text);
  const bare = withoutVersion(plain.toLowerCase());
  const forms = [text.toLowerCase(), plain.toLowerCase(), bare, ...moduleForms(bare), ...importForms(bare)];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Scoped or versioned: `@prisma/client`, `SQLAlchemy[asyncio]==2.0.36`, `tokio@1.40`. */
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

/** `namedLibrary` without the host. */
export function libraryWords(asked: string): string | undefined {
  return namedLibrary(asked)?.replace(HOST, '');
}

/** `==2.0.36`, `@1.40`, ` v5.7.1`, `/v5`. */
const VERSION_BEHIND = /(?:(?:[=~<>]=|[@\s^])\s*[\^~=]{0,2}v?|\/v)(\d[\w.+-]*)$/i;

export function versionBehind(asked: string): string | undefined {
  const text = asked.trim().slice(-MOST_CHARACTERS);
  return parsePackageUrl(text)?.version ?? VERSION_BEHIND.exec(text)?.[1];
}

/** `npmjs.com/package/ws` gives `ws`. Repositories keep their host, as Go modules. */
function withoutAddress(text: string): string {
  const address = text.replace(/^(?:git\+)?[a-z][a-z+]*:\/\/(?:[^/@]*@)?(?:www\.)?/i, '');
  const path = address === text ? text : address.replace(/[?#].*$/, '');
  const page = PACKAGE_PAGE.exec(path.toLowerCase());
  if (page !== null) return (page[1] ?? '').replace(/\/+$/, '');
  return path
    .replace(/^skill:/i, '')
    .replace(/^(?:npm|pypi|pip|crate|cargo|go|conan|jsr):(?!:)/i, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '');
}

function withoutVersion(text: string): string {
  return text
    .replace(/^#include\s*[<"]?/, '')
    .replace(/^.*\brequire\(\s*['"]([^'"]+).*$/s, '$1')
    .replace(/^(@?[\w./+-]+)\s*=\s*["'{].*$/s, '$1')
    .replace(/^(?:import|use|from|require|extern crate)\s+([\w.:-]+)(?:\s+(?:as|import)\s.*|;.*)?$/s, '$1')
    .replace(/\s*;.*$/s, '')
    .replace(/\s*(?:[=~!<>]=|[<>=^]).*$/s, '')
    .replace(/\s+\(?v?\d.*$/s, '')
    .replace(/(?<=[^@/])@[^/]*$/, '')
    .replace(/\/v?\d+(?:\.\d+)+(?:@.*|[^/]*)$/s, '')
    .replace(/-v?\d+\.\d+[\w.+-]*$/, '')
    .replace(/\[[^\]]*\]$/, '')
    .trim();
}

/** Nearest first; `@types/ws` gives `ws`. */
function moduleForms(path: string): readonly string[] {
  const types = /^@types\/(.+)$/.exec(path)?.[1];
  if (types !== undefined) return [types.replace(/^(.+)__(.+)$/, '@$1/$2')];
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

/** Of `sklearn.metrics`, `tokio::sync`, `spdlog/spdlog.h`, and without variant. */
function importForms(path: string): readonly string[] {
  if (HOST.test(path) || path.startsWith('@')) return [];
  const root = path
    .replace(/::.*$/s, '')
    .replace(/\/[\w./-]+\.h(?:pp|h|xx)?$/, '')
    .replace(/\.h(?:pp|h|xx)?$/, '')
    .replace(/(?<=^[a-z_]\w*)\..*$/, '');
  const forms = [root, root.replace(VARIANT, ''), root.replace(/_/g, '-')];
  return [...forms, ...[path, ...forms].flatMap((form) => IMPORTED_AS.get(form) ?? [])];
}
