export interface Owner {
  readonly home: string;
  readonly user: string;
  readonly host: string;
}

/** Identify nobody, and occur in our own texts. */
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
  // JSON Web Token: two objects in Base64 and a signature.
  [/\beyJ[\w-]{8,}\.eyJ[\w-]+\.[\w-]*/g, '<secret>'],
];

/** Redacts strings, not keys: home folder → `~`, names → `<user>`, `<host>`, secrets → `<secret>`. */
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

function whole(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
