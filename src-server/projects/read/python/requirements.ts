import { basename, dirname, resolvePath } from '../file-paths.ts';
import type { PackageRows } from '../package-rows.ts';
import { isRequirementsFile } from '../project-file-names.ts';
import type { ProjectSources } from '../project-sources.ts';
import type { PythonManifest } from './pyproject.ts';
import { parseRequirementsFile, type RequirementLine } from './requirements-file.ts';

const FOR_DEVELOPMENT = /(?:^|[-_./])(?:dev|develop|development|tests?|testing|docs?|lint|ci)(?:[-_.]|$)/i;

/** Files by name, those that manifests name, and their includes. Applies versions from constraints. */
export async function readRequirements(
  sources: ProjectSources,
  rows: PackageRows,
  manifests: readonly PythonManifest[],
): Promise<void> {
  const own = new Set(manifests.flatMap(({ name }) => name ?? []));
  const constraints = new Set<string>();
  const found: { readonly file: string; readonly line: RequirementLine }[] = [];
  // The iterator of a set also visits items added meanwhile, and ends with circular includes.
  const files = new Set(
    sources.paths.filter((path) => isRequirementsFile(path) && !/constraints/i.test(basename(path))),
  );
  for (const manifest of manifests)
    for (const path of manifest.files) addPath(files, sources, manifest.file, path);
  for (const file of files) {
    const parsed = await sources.parse(file, (text) => parseRequirementsFile(text, own));
    if (parsed === undefined) continue;
    for (const include of parsed.includes) addPath(files, sources, file, include);
    for (const constraint of parsed.constraints) addPath(constraints, sources, file, constraint);
    for (const line of parsed.requirements) found.push({ file, line });
    if (parsed.unnamed > 0) sources.unread(file, unnamedLines(parsed.unnamed));
  }
  const fixed = await constrainedVersions(sources, constraints);
  for (const { file, line } of found) {
    if (line.isLocal || own.has(line.name)) continue;
    const { name, isGit, repository, direct } = line;
    const version = line.version ?? (isGit ? null : (fixed.get(name) ?? null));
    const dev = FOR_DEVELOPMENT.test(file);
    rows.add({ ecosystem: 'pypi', name, version, direct, dev, file, isGit, repository });
  }
}

export function unnamedLines(count: number): string {
  return `is read in part: ${count === 1 ? '1 requirement names' : `${count} requirements name`} no package`;
}

function addPath(paths: Set<string>, sources: ProjectSources, from: string, path: string): void {
  const resolved = resolvePath(dirname(from), path);
  if (resolved !== undefined && sources.has(resolved)) paths.add(resolved);
  else sources.unread(from, `includes ${path.slice(0, 200)}, which is not in the project`);
}

async function constrainedVersions(
  sources: ProjectSources,
  files: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const file of files) {
    const parsed = await sources.parse(file, (text) => parseRequirementsFile(text, new Set()));
    for (const { name, version } of parsed?.requirements ?? [])
      if (version !== null) versions.set(name, version);
  }
  return versions;
}
