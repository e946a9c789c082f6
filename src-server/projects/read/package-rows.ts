import type { ProjectPackage } from '../../contract/api/project.ts';
import { groupBy } from '../../group-by.ts';
import { formatPackageUrl, makePackageUrl } from '../package-url.ts';
import { dirname } from './file-paths.ts';
import { isPackageName, isPackageVersion } from './package-names.ts';
import { MAX_PACKAGES } from './project-limits.ts';
import type { ProjectSources } from './project-sources.ts';

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

export class PackageRows {
  readonly #rows = new Map<string, Row>();
  readonly #invalid = new Map<string, number>();
  readonly #surplus = new Map<string, number>();
  readonly #locked = new Set<string>();

  add(found: FoundPackage): void {
    const { ecosystem, version, file } = found;
    const isValid = isPackageName(ecosystem, found.name) && (version === null || isPackageVersion(version));
    const url = isValid ? makePackageUrl(ecosystem, found.name, version, found.qualifiers) : undefined;
    if (url === undefined) {
      count(this.#invalid, file);
      return;
    }
    const purl = formatPackageUrl(url);
    const { name } = url;
    const known = this.#rows.get(purl);
    if (known === undefined && this.#rows.size >= MAX_PACKAGES) {
      count(this.#surplus, file);
      return;
    }
    const row = known ?? { purl, name, version, ecosystem, direct: false, dev: true, from: new Set() };
    this.#rows.set(purl, row);
    merge(row, found);
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
    for (const [file, left] of this.#invalid)
      sources.unread(file, `names ${countPackages(left)} with an invalid name or version, left out`);
    for (const [file, left] of this.#surplus)
      sources.unread(
        file,
        `has ${countPackages(left)} beyond the first ${MAX_PACKAGES} of the project, left out`,
      );
  }

  /** Sorted by purl. */
  packages(): readonly ProjectPackage[] {
    const rows = [...this.#rows.values()];
    const locked = groupBy(
      rows.filter(({ version }) => version !== null),
      packageKey,
    );
    const left = rows.filter(
      (row) => row.version !== null || !takeLockedVersion(row, locked.get(packageKey(row)) ?? []),
    );
    return left
      .map((row) => ({ ...row, from: [...row.from].sort() }))
      .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  }
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

function merge(row: Row, found: FoundPackage): void {
  row.from.add(found.file);
  row.direct ||= found.direct;
  row.dev &&= found.dev;
  if (found.repository !== undefined) row.repository ??= found.repository;
  if (found.isGit) row.isGit = true;
}

function count(counts: Map<string, number>, file: string): void {
  counts.set(file, (counts.get(file) ?? 0) + 1);
}

export const countPackages = (count: number): string => (count === 1 ? '1 package' : `${count} packages`);
