/** Finds the files of a project and reads its packages: by the readers of ecosystems, and from bills of materials. */
import type { ReadProject, UnreadFile } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { countWords } from '../contract/words.ts';
import { parsePackageUrl, repositoryOf } from './package-address.ts';
import { PackageRows } from './package-rows.ts';
import {
  basename,
  dirname,
  type FileText,
  type FoundFiles,
  isTable,
  listAt,
  type ProjectFiles,
  ProjectSources,
  parseJson,
  type Table,
  tableOf,
  textAt,
  textsOf,
  valueAt,
} from './project-sources.ts';
import { readCargo } from './read-cargo.ts';
import { readConan, readVcpkg } from './read-cpp.ts';
import { readGo } from './read-go.ts';
import { readNpm } from './read-npm.ts';
import { isRequirementsFile, readPython } from './read-python.ts';

const READERS = [readNpm, readPython, readCargo, readGo, readVcpkg, readConan, readCycloneDx];

/** Reads the packages of a project. Nothing of it is run, and nothing throws. */
export async function readProject(files: ProjectFiles): Promise<ReadProject> {
  const sources = new ProjectSources(files);
  const rows = new PackageRows();
  for (const read of READERS) await read(sources, rows);
  for (const path of sources.paths) {
    const reason = unreadReason(path);
    // Scripts of inner folders are parts of the one above.
    const isPart = dirname(path) !== '' && BUILD_SCRIPT.test(basename(path));
    const above = [dirname(dirname(path)), basename(path)].filter(Boolean).join('/');
    if (reason !== undefined && !(isPart && sources.has(above))) sources.unread(path, reason);
  }
  rows.reportLeftOut(sources);
  return {
    packages: rows.packages(),
    unread: sources.problems,
    isProject: sources.paths.some(isProjectFile) || files.leftOut.some(({ file }) => isProjectFile(file)),
  };
}

/** Files of these names make a folder a project. */
const PROJECT_FILE =
  /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.ya?ml|yarn\.lock|bun\.lock|Cargo\.(?:toml|lock)|pyproject\.toml|setup\.(?:py|cfg)|(?:poetry|uv|pdm)\.lock|pylock(?:\.[^.]+)?\.toml|go\.(?:mod|work)|vcpkg\.json|vcpkg\.spdx\.json|conanfile\.(?:txt|py)|conan\.lock|s?bom\.json|[\w.-]+\.(?:cdx|cyclonedx)\.json)$/i;

/** Requirements of pip may include files of these names, or name them as constraints. */
const REFERRED_FILE = /^[\w.-]+\.(?:txt|in)$/;

/** These files name packages in a format that is not read. */
const UNREAD_FORMATS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^bun\.lockb$/, 'is binary: `bun install --save-text-lockfile` writes bun.lock'],
  [/^Pipfile(?:\.lock)?$/, 'is not read: `pipenv requirements > requirements.txt` writes a file that is'],
  [/^deno\.lock$/, 'is not read: only the dependencies of a package.json are'],
  [
    /^(?:environment|conda-lock)\.ya?ml$/,
    'is of conda, which is not read: `pip freeze` writes a file that is',
  ],
  [/^pixi\.(?:toml|lock)$/, 'is of pixi, which is not read: `pip freeze` writes a file that is'],
  [
    /^(?:Gopkg\.(?:toml|lock)|glide\.(?:yaml|lock))$/,
    'is from before Go modules: `go mod init` writes go.mod',
  ],
  [/^(?:MODULE\.bazel(?:\.lock)?|WORKSPACE(?:\.bazel)?)$/, 'is of Bazel, which is not read'],
  [
    /^(?:meson\.build|xmake\.lua)$/,
    'is a script, which is not run: packages that only it names are left out',
  ],
  [/\.wrap$/, 'is of Meson, which is not read'],
  [/^CMakeLists\.txt$/, 'is a script, which is not run: packages that only it names are left out'],
  [/^(?!vcpkg\.spdx\.json$).*\.spdx(?:\.\w+)?$/i, 'is SPDX, which is not read: write CycloneDX as JSON'],
  [/^s?bom\.xml$|\.(?:cdx|cyclonedx)\.xml$/i, 'is XML, which is not read: write CycloneDX as JSON'],
];

const BUILD_SCRIPT = /^(?:CMakeLists\.txt|meson\.build|xmake\.lua)$/;

/** Ends a sentence that begins with the folder. */
export const HOLDS_NO_PROJECT =
  'holds no project: there is no package.json, Cargo.toml, pyproject.toml, requirements.txt, go.mod, vcpkg.json, conanfile.txt or bill of materials.';

export function isProjectFile(path: string): boolean {
  return PROJECT_FILE.test(basename(path)) || isRequirementsFile(path) || unreadReason(path) !== undefined;
}

function isReadable(path: string): boolean {
  return isProjectFile(path) || REFERRED_FILE.test(basename(path));
}

function unreadReason(path: string): string | undefined {
  return UNREAD_FORMATS.find(([pattern]) => pattern.test(basename(path)))?.[1];
}

/** Folders of third-party code, of builds and of test data. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(
  'node_modules bower_components target vendor third_party venv env virtualenv __pycache__ site-packages _deps dist fixtures __fixtures__ testdata'.split(
    ' ',
  ),
);

/** Says whether a folder is searched. Below `vcpkg_installed/<triplet>` only `share/<port>` is. */
function isSearched(parent: string, name: string): boolean {
  const parents = parent.split('/');
  const installed = parents.lastIndexOf('vcpkg_installed');
  const level = installed === -1 ? 0 : parents.length - installed;
  if (SKIPPED_FOLDERS.has(name) || name.startsWith('.') || level > 3) return false;
  return level !== 2 || name === 'share';
}

export const TOO_LARGE = `is larger than ${LIMITS.projectFileBytes / 2 ** 20} MiB`;

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** Finds the files of a project, breadth first: a limit leaves the deepest folders out. */
export async function findProjectFiles(
  list: (folder: string) => Promise<readonly FolderEntry[]>,
): Promise<FoundFiles> {
  const paths: string[] = [];
  const leftOut: UnreadFile[] = [];
  const queue = [{ folder: '', depth: 0 }];
  let entries = 0;
  for (const { folder, depth } of queue) {
    const found = await list(folder).catch((error: unknown) => {
      if (depth === 0) throw error;
      leftOut.push({ file: folder, reason: 'can’t be read' });
    });
    for (const { name, kind } of [...(found ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      entries += 1;
      const path = folder === '' ? name : `${folder}/${name}`;
      const leaveOut = (reason: string) => leftOut.push({ file: path, reason });
      if (kind === 'folder' && isSearched(folder, name)) {
        if (depth < LIMITS.projectDepth) queue.push({ folder: path, depth: depth + 1 });
        else leaveOut(`was left out: it lies more than ${LIMITS.projectDepth} folders deep`);
      } else if (isReadable(path)) {
        if (kind === 'file') paths.push(path);
        else leaveOut(kind === 'link' ? 'is a link, which is not followed' : 'is not a regular file');
      }
    }
    if (entries <= LIMITS.projectEntries && paths.length <= LIMITS.projectFiles) continue;
    leftOut.push({ file: '.', reason: 'has too many files: the deepest folders were left out' });
    break;
  }
  return { paths: paths.slice(0, LIMITS.projectFiles), leftOut };
}

/**
 * Decodes UTF-8, and UTF-16 with a byte order mark, as PowerShell’s `pip freeze > requirements.txt` writes
 * it.
 */
export function decodeText(bytes: Uint8Array): FileText {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? { ok: false, reason: 'is not text' } : { ok: true, text };
  } catch {
    return { ok: false, reason: 'is neither UTF-8 nor UTF-16 text' };
  }
}

const BOM_NAME = /^(?:bom|sbom)\.json$|\.(?:cdx|cyclonedx)\.json$/i;
const READ_ECOSYSTEMS = new Set(['npm', 'cargo', 'pypi', 'golang', 'conan', 'vcpkg', 'github', 'generic']);
const PACKAGE_TYPES = new Set(['library', 'framework', 'application', 'platform']);

/** Reads CycloneDX 1.x as JSON: https://cyclonedx.org/docs/1.6/json */
async function readCycloneDx(sources: ProjectSources, rows: PackageRows): Promise<void> {
  for (const [file, document] of await sources.parseNamed(BOM_NAME, (text) => tableOf(parseJson(text))))
    if (textAt(document, 'bomFormat') === 'CycloneDX') addComponents(sources, rows, file, document);
    else sources.unread(file, 'is not CycloneDX, the only bill of materials that is read');
}

function addComponents(sources: ProjectSources, rows: PackageRows, file: string, document: Table): void {
  let leftOut = 0;
  const direct = directReferences(document);
  // The list grows during iteration, since components nest.
  const components = listAt(document, 'components').filter(isTable);
  for (const component of components) {
    for (const nested of listAt(component, 'components')) if (isTable(nested)) components.push(nested);
    if (!PACKAGE_TYPES.has(textAt(component, 'type') ?? 'library')) continue;
    const url = parsePackageUrl(textAt(component, 'purl') ?? '');
    if (url === undefined || !READ_ECOSYSTEMS.has(url.type)) leftOut += 1;
    else {
      const { type: ecosystem, name, version } = url;
      rows.add({
        ecosystem,
        name,
        version,
        file,
        repository: repositoryReference(component),
        direct: direct?.has(textAt(component, 'bom-ref') ?? '') ?? true,
        // "excluded": not delivered.
        dev: textAt(component, 'scope') === 'excluded',
      });
    }
  }
  if (leftOut > 0)
    sources.unread(
      file,
      `has ${countWords(leftOut, 'package')} without a package URL of a known ecosystem, left out`,
    );
}

/** Returns what the project itself depends on. It is undefined if nobody says so: then all are direct. */
function directReferences(document: Table): ReadonlySet<string> | undefined {
  const root = textAt(document, 'metadata', 'component', 'bom-ref');
  const entry = listAt(document, 'dependencies').find(
    (dependency) => root !== undefined && textAt(dependency, 'ref') === root,
  );
  return entry === undefined ? undefined : new Set(textsOf(valueAt(entry, 'dependsOn')));
}

function repositoryReference(component: Table): string | undefined {
  const reference = listAt(component, 'externalReferences').find((other) => textAt(other, 'type') === 'vcs');
  return repositoryOf(textAt(reference, 'url') ?? '');
}
