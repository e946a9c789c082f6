/** The language of an ecosystem's packages. */
const LANGUAGES: Readonly<Record<string, string>> = {
  npm: 'js',
  pypi: 'python',
  cargo: 'rust',
  golang: 'go',
  conan: 'cpp',
  vcpkg: 'cpp',
  // CMake's packages, which no ecosystem names.
  github: 'cpp',
  gitlab: 'cpp',
  bitbucket: 'cpp',
  generic: 'cpp',
  cmake: 'cpp',
};

/** The language of an ecosystem's packages; undefined where it isn't one of ours. */
export function languageOf(ecosystem: string): string | undefined {
  return Object.hasOwn(LANGUAGES, ecosystem) ? LANGUAGES[ecosystem] : undefined;
}

/**
 * What a package is looked up by: `npm/@scope/name`. Equal for names that the ecosystem takes for the same, and for all
 * major versions of a Go module.
 */
export function packageIdentity(ecosystem: string, name: string): string {
  if (ecosystem === 'golang') return `golang/${goPath(name)}`;
  const small = name.toLowerCase();
  if (ecosystem === 'pypi') return `pypi/${small.replace(/[-_.]+/g, '-')}`;
  return `${ecosystem}/${ecosystem === 'cargo' ? small.replaceAll('_', '-') : small}`;
}

/** A Go module's path without its major version: `gopkg.in/yaml.v3`, `github.com/jackc/pgx/v5`. */
export function goPath(path: string): string {
  const small = path.toLowerCase();
  return small.replace(small.startsWith('gopkg.in/') ? /[/.]v\d{1,9}$/ : /\/v\d{1,9}$/, '');
}

/** Names under which a skill's library may be guessed. A scope is part of its name: `@types/ws` is not `ws`. */
export function guessName(ecosystem: string, name: string): string {
  const isScoped = ecosystem === 'npm' && name.startsWith('@');
  const path = ecosystem === 'golang' ? goPath(name) : name;
  return plainName(isScoped ? path : (path.split('/').at(-1) ?? path));
}

/** Case, `-`, `_` and `.` tell no names apart. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
