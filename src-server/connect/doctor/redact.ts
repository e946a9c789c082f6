/** What stands in a text besides its facts: whose computer it is, and what opens doors. */
export interface Owner {
  /** The user's home folder. */
  readonly home: string;
  /** The user's name, which also stands in paths outside of the home folder. */
  readonly user: string;
  /** The computer's name. */
  readonly host: string;
}

/** Names that nearly every system has tell of nobody, and are words of our own. */
const COMMON_NAMES = new Set(['root', 'user', 'admin', 'administrator', 'node', 'localhost', '']);

const SECRETS: ReadonlyArray<readonly [pattern: RegExp, instead: string]> = [
  [/\b(authorization["']?\s*[=:]\s*["']?)(?:[a-z]+\s+)?[^\s"',;}]+/gi, '$1<secret>'],
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, '$1 <secret>'],
  [/(:\/\/)[^\s/?#"']+@/g, '$1<secret>@'],
  [
    /\b((?:[\w-]*[-_])?(?:token|secret|password|passwd|api[-_]?key)(?:["']?\s*[=:]\s*["']?))[^\s"'&,;}]+/gi,
    '$1<secret>',
  ],
  [/(--(?:[\w-]*-)?(?:token|secret|password|passwd|api-?key)\s+)[^\s"']+/gi, '$1<secret>'],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|sk-|xox[a-z]-|AKIA|ASIA)[\w-]{12,}/g, '<secret>'],
  [/\bnpm_[A-Za-z0-9]{30,}/g, '<secret>'],
  // JSON Web Tokens: two objects in base64 and a signature.
  [/\beyJ[\w-]{8,}\.eyJ[\w-]+\.[\w-]*/g, '<secret>'],
];

/**
 * A JSON value whose texts can be shown to anybody: the home folder is `~`, the user's and the computer's names are
 * `<user>` and `<host>`, and what looks like a token, a password or a key is `<secret>`. Keys of objects stay. Pure.
 */
export function redact<T>(value: T, owner: Owner): T {
  return clean(value, textCleaner(owner)) as T;
}

function clean(value: unknown, cleanText: (text: string) => string): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map((item) => clean(item, cleanText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item, cleanText)]));
}

function textCleaner({ home, user, host }: Owner): (text: string) => string {
  const names: Array<readonly [RegExp, string]> = [];
  const folder = home.replace(/[\\/]+$/, '');
  if (folder !== '')
    names.push([new RegExp(`${escaped(folder)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'giu'), '~']);
  if (isTelling(user)) names.push([whole(user), '<user>']);
  if (isTelling(host)) names.push([whole(host), '<host>']);
  const rules = [...SECRETS, ...names];
  return (text) => rules.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
}

function isTelling(name: string): boolean {
  return name.length > 2 && !COMMON_NAMES.has(name.toLowerCase());
}

/** A name that isn't part of a longer word. */
function whole(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
