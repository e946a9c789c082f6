import { parse } from 'smol-toml';
import { basename, coveringFolder, dirname } from '../file-paths.ts';
import { addDeclared } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { textAt } from '../values.ts';
import { type PythonManifest, readPyproject } from './pyproject.ts';
import { addPythonLock } from './python-locks.ts';
import { readRequirements, unnamedLines } from './requirements.ts';
import { readSetupCfg } from './setup-cfg.ts';

const LOCKS = /^(?:(?:poetry|uv|pdm)\.lock|pylock(?:\.[^.]+)?\.toml)$/;

/** pyproject.toml, setup.cfg, poetry.lock, uv.lock, pdm.lock, pylock.toml, requirements files. */
export async function readPython(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await readManifests(sources);
  const locks = await sources.parseNamed(LOCKS, (text) => parse(text));
  const folders = new Set(sources.named(LOCKS).map(dirname));
  const lockFolder = ({ file }: PythonManifest) => coveringFolder(dirname(file), folders);
  const read = new Map<string | undefined, string>();
  for (const [file, document] of locks) {
    read.set(dirname(file), basename(file));
    const format = textAt(document, 'lock-version');
    if (format !== undefined && !format.startsWith('1.'))
      sources.unread(file, `has the unknown format ${format}, read as 1.0`);
    const covered = manifests.filter((manifest) => lockFolder(manifest) === dirname(file));
    addPythonLock(rows, file, document, covered);
  }
  const own = new Set(manifests.map(({ name }) => name));
  for (const manifest of manifests) {
    const lock = read.get(lockFolder(manifest));
    // PDM locks only the groups chosen by the user, so a missing package means nothing.
    if (lock !== 'pdm.lock')
      addDeclared(rows, 'pypi', manifest.file, manifest.requirements, own, lock !== undefined);
  }
  await readRequirements(sources, rows, manifests);
}

async function readManifests(sources: ProjectSources): Promise<readonly PythonManifest[]> {
  const found = await sources.parseNamed(/^(?:pyproject\.toml|setup\.cfg)$/, (text, file) =>
    file.endsWith('.toml') ? readPyproject(file, parse(text)) : readSetupCfg(file, text),
  );
  const manifests = [...found.values()];
  for (const { file, unclear } of manifests) if (unclear > 0) sources.unread(file, unnamedLines(unclear));
  await reportScripts(sources, manifests);
  return manifests;
}

/** Dependencies that only running the build would tell. */
async function reportScripts(sources: ProjectSources, manifests: readonly PythonManifest[]): Promise<void> {
  const declaring = new Set(
    manifests
      .filter(({ requirements, files }) => requirements.length + files.length > 0)
      .map(({ file }) => dirname(file)),
  );
  for (const { file, isDynamic } of manifests)
    if (isDynamic && !declaring.has(dirname(file)))
      sources.unread(file, 'is read in part: its dependencies are dynamic, made up by the build');
  for (const file of sources.named(/^setup\.py$/))
    if (/\b(?:install|extras)_requires?\b/.test((await sources.text(file)) ?? ''))
      sources.unread(file, 'is a script, which is not run: packages that only it requires are left out');
}
