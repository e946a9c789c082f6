import type { ProjectPackage } from '../../contract/api/project.ts';
import { groupBy } from '../../group-by.ts';
import { formatPackageUrl, makePackageUrl } from '../package-url.ts';
import { dirname } from './file-paths.ts';
import type { ProjectSources } from './project-sources.ts';

export const MAX_PACKAGES = 25_000;
/** npm's limit is 214; Go's paths are longer. */
const MAX_NAME = 255;

const NAMES: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~_-][\w.~!'()*-]*$/i],
  ['cargo', /^[a-z_][a-z0-9_-]*$/i],
  ['pypi', /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i],
  ['golang', /^[a-z0-9][\w.~-]*(?:\/[\w.~+!-]+)*$/i],
  ['conan', /^[a-z0-9_][a-z0-9_+.-]*$/i],
  ['vcpkg', /^[a-z0-9][a-z0-9-]*$/],
  ['github', /^[a-z0-9][a-z0-9-]*\/[\w.-]+$/i],
  ['generic', /^[\w+][\w+.-]*$/],
]);
const VERSION = /^[\w(][\w.+~!:@()/<>=, -]{0,127}$/;

export interface FoundPackage {
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string | null;
  readonly direct: boolean;
  readonly dev: boolean;
  readonly file: string;
  readonly repository?: string | undefined;
  readonly isGit?: boolean | undefined;
  /** For Conan. */
  readonly qualifiers?: { readonly user: string; readonly channel: string } | undefined;
}

interface Row extends Omit<ProjectPackage, 'from' | 'direct' | 'dev' | 'repository' | 'isGit'> {
  direct: boolean;
  dev: boolean;
  readonly from: Set<string>;
  repository?: string;
  isGit?: boolean;
}

const INVALID = 'with an invalid name or version, left out';
const SURPLUS = `beyond the first ${MAX_PACKAGES} of the project, left out`;

export class PackageRows {
  readonly #rows = new Map<string, Row>();
  readonly #leftOut: { readonly file: string; readonly why: string }[] = [];
  readonly #locked = new Set<string>();

  add(found: FoundPackage): void {
    const { ecosystem, version, file } = found;
    const url = isPackage(found)
      ? makePackageUrl(ecosystem, found.name, version, found.qualifiers)
      : undefined;
    const purl = url === undefined ? '' : formatPackageUrl(url);
    const known = this.#rows.get(purl);
    if (url === undefined || (known === undefined && this.#rows.size >= MAX_PACKAGES)) {
      this.#leftOut.push({ file, why: url === undefined ? INVALID : SURPLUS });
      return;
    }
    const { name } = url;
    const row = known ?? { purl, name, version, ecosystem, direct: false, dev: true, from: new Set() };
    this.#rows.set(purl, row);
    row.from.add(file);
    row.direct ||= found.direct;
    row.dev &&= found.dev;
    if (found.repository !== undefined) row.repository ??= found.repository;
    if (found.isGit) row.isGit = true;
  }

  /** Includes local packages. */
  noteLocked(ecosystem: string, name: string): void {
    this.#locked.add(`${ecosystem}/${name}`);
  }

  /** So far. */
  isLocked(ecosystem: string, name: string): boolean {
    return this.#locked.has(`${ecosystem}/${name}`);
  }

  reportLeftOut(sources: ProjectSources): void {
    for (const [file, reasons] of groupBy(this.#leftOut, ({ file }) => file))
      for (const [why, { length }] of groupBy(reasons, ({ why }) => why))
        sources.unread(file, `has ${countPackages(length)} ${why}`);
  }

  /** Sorted by purl. */
  packages(): readonly ProjectPackage[] {
    const rows = [...this.#rows.values()];
    const locked = groupBy(
      rows.filter(({ version }) => version !== null),
      packageKey,
    );
    return rows
      .filter((row) => row.version !== null || !takeLockedVersion(row, locked.get(packageKey(row)) ?? []))
      .map((row) => ({ ...row, from: [...row.from].sort() }))
      .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  }
}

export const isKnownEcosystem = (ecosystem: string): boolean => NAMES.has(ecosystem);

export const countPackages = (count: number): string => (count === 1 ? '1 package' : `${count} packages`);

/** Excludes path traversal and control characters. */
function isPackage({ ecosystem, name, version }: FoundPackage): boolean {
  const isName = name.length <= MAX_NAME && NAMES.get(ecosystem)?.test(name);
  const isPath = name.split('/').some((part) => part === '.' || part === '..');
  return isName === true && !isPath && (version === null || VERSION.test(version));
}

/** From lock files in the row's folder or above. False if none. */
function takeLockedVersion(row: Row, locked: readonly Row[]): boolean {
  const folders = [...row.from].map(dirname);
  const covering = locked.filter(({ from }) =>
    [...from].map(dirname).some((above) => folders.every((folder) => isBelow(folder, above))),
  );
  for (const target of covering) {
    for (const file of row.from) target.from.add(file);
    // Only the lock file's reader knows which version the manifest means.
    if (covering.length > 1) continue;
    target.direct ||= row.direct;
    target.dev &&= row.dev;
  }
  return covering.length > 0;
}

const isBelow = (folder: string, above: string) =>
  above === '' || folder === above || folder.startsWith(`${above}/`);

const packageKey = ({ ecosystem, name }: Row) => `${ecosystem}/${name}`;
