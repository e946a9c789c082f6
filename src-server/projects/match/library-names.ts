const LANGUAGES: Readonly<Record<string, string>> = {
  npm: 'js',
  pypi: 'python',
  cargo: 'rust',
  golang: 'go',
  conan: 'cpp',
  vcpkg: 'cpp',
  // Of bills of materials; C and C++ have no ecosystem of their own.
  github: 'cpp',
  gitlab: 'cpp',
  bitbucket: 'cpp',
  generic: 'cpp',
  cmake: 'cpp',
};

/** Undefined for other ecosystems. */
export function ecosystemLanguage(ecosystem: string): string | undefined {
  return Object.hasOwn(LANGUAGES, ecosystem) ? LANGUAGES[ecosystem] : undefined;
}

/** Lookup key: `npm/@scope/name`. Equal for equivalent spellings and all major versions of a Go module. */
export function packageIdentity(ecosystem: string, name: string): string {
  if (ecosystem === 'golang') return `golang/${goPath(name)}`;
  const small = name.toLowerCase();
  if (ecosystem === 'pypi') return `pypi/${small.replace(/[-_.]+/g, '-')}`;
  return `${ecosystem}/${ecosystem === 'cargo' ? small.replaceAll('_', '-') : small}`;
}

/** `github.com/jackc/pgx/v5` → `github.com/jackc/pgx`; `gopkg.in/yaml.v3` → `gopkg.in/yaml`. */
export function goPath(path: string): string {
  const small = path.toLowerCase();
  return small.replace(small.startsWith('gopkg.in/') ? /[/.]v\d{1,9}$/ : /\/v\d{1,9}$/, '');
}

/** Keeps npm scopes. */
export function guessName(ecosystem: string, name: string): string {
  const isScoped = ecosystem === 'npm' && name.startsWith('@');
  const path = ecosystem === 'golang' ? goPath(name) : name;
  return plainName(isScoped ? path : (path.split('/').at(-1) ?? path));
}

/** Ignores case; `-`, `_` and `.` are equal. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
