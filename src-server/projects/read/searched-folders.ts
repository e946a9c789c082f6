/** Deeper folders are listed in `unread`. */
export const MAX_FOLDER_DEPTH = 12;
export const MAX_ENTRIES = 100_000;
export const MAX_PROJECT_FILES = 5_000;

/** Third-party code, builds, test data. */
const SKIPPED: ReadonlySet<string> = new Set(
  'node_modules bower_components target vendor third_party venv env virtualenv __pycache__ site-packages _deps dist fixtures __fixtures__ testdata'.split(
    ' ',
  ),
);

/** Below `vcpkg_installed/<triplet>` only `share/<port>`, without headers. */
export function isSearched(parent: string, name: string): boolean {
  const parents = parent.split('/');
  const installed = parents.lastIndexOf('vcpkg_installed');
  const level = installed === -1 ? 0 : parents.length - installed;
  if (SKIPPED.has(name) || name.startsWith('.') || level > 3) return false;
  return level !== 2 || name === 'share';
}

/** Follow the path. */
export const TOO_DEEP = `was left out: it lies more than ${MAX_FOLDER_DEPTH} folders deep`;
export const TOO_MANY = 'has too many files: the deepest folders were left out';
