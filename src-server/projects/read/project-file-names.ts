import { basename, dirname } from './file-paths.ts';
import type { ProjectSources } from './project-sources.ts';

/** Make a folder a project. */
const FORMATS =
  /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.ya?ml|yarn\.lock|bun\.lock|Cargo\.(?:toml|lock)|pyproject\.toml|setup\.(?:py|cfg)|(?:poetry|uv|pdm)\.lock|pylock(?:\.[^.]+)?\.toml|go\.(?:mod|work)|vcpkg\.json|vcpkg\.spdx\.json|conanfile\.(?:txt|py)|conan\.lock|s?bom\.json|[\w.-]+\.(?:cdx|cyclonedx)\.json)$/i;

/** Pip's includes and constraints. */
const REFERRED = /^[\w.-]+\.(?:txt|in)$/;

/** Name packages in a format without a reader. */
const UNREAD_FORMATS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^bun\.lockb$/, 'is binary: `bun install --save-text-lockfile` writes bun.lock'],
  [/^Pipfile(?:\.lock)?$/, 'is not read: `pipenv requirements > requirements.txt` writes a file that is'],
  [/^CMakeLists\.txt$/, 'is a script, which is not run: packages that only it names are left out'],
  [/^(?!vcpkg\.spdx\.json$).*\.spdx(?:\.\w+)?$/i, 'is SPDX, which is not read: write CycloneDX as JSON'],
  [/^s?bom\.xml$|\.(?:cdx|cyclonedx)\.xml$/i, 'is XML, which is not read: write CycloneDX as JSON'],
];

/** Continues a sentence that begins with the folder. */
export const HOLDS_NO_PROJECT =
  'holds no project: there is no package.json, Cargo.toml, pyproject.toml, requirements.txt, go.mod, vcpkg.json, conanfile.txt or bill of materials.';

export function isProjectFile(path: string): boolean {
  return FORMATS.test(basename(path)) || isRequirementsFile(path) || reasonOf(path) !== undefined;
}

export function isReadable(path: string): boolean {
  return isProjectFile(path) || REFERRED.test(basename(path));
}

/** `requirements.txt`, `requirements-dev.in`, `requirements/dev.txt` */
export function isRequirementsFile(path: string): boolean {
  return /(?:^|\/)(?:(?:dev-|test-)?requirements[\w.-]*|requirements\/[\w.-]+)\.(?:txt|in)$/i.test(path);
}

function reasonOf(path: string): string | undefined {
  return UNREAD_FORMATS.find(([pattern]) => pattern.test(basename(path)))?.[1];
}

export function reportUnreadFormats(sources: ProjectSources): void {
  for (const path of sources.paths) {
    const reason = reasonOf(path);
    // CMake's files of inner folders are parts of the one above.
    const isPart = basename(path) === 'CMakeLists.txt' && sources.has(besideFolderOf(path));
    if (reason !== undefined && !isPart) sources.unread(path, reason);
  }
}

/** The file of the same name one folder above. */
const besideFolderOf = (path: string) =>
  [dirname(dirname(path)), basename(path)].filter((part) => part !== '' && dirname(path) !== '').join('/');

/** Deeper folders are listed in `unread`. */
export const MAX_FOLDER_DEPTH = 12;
export const MAX_ENTRIES = 100_000;
export const MAX_PROJECT_FILES = 5_000;
/** Follow the path. */
export const TOO_DEEP = `was left out: it lies more than ${MAX_FOLDER_DEPTH} folders deep`;
export const TOO_MANY = 'has too many files: the deepest folders were left out';

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
