import { parse } from 'smol-toml';
import { dirname, inFolder } from '../file-paths.ts';
import { addDeclared, lockFolders } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { textAt } from '../values.ts';
import { addPythonLock } from './python-locks.ts';
import { type PythonManifest, readPyproject, readSetupCfg } from './python-manifests.ts';
import { readRequirements, unnamedLines } from './requirements.ts';

const LOCKS = /^(?:(?:poetry|uv|pdm)\.lock|pylock(?:\.[^.]+)?\.toml)$/;

/** pyproject.toml, setup.cfg, poetry.lock, uv.lock, pdm.lock, pylock.toml, requirements files. */
export async function readPython(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await sources.parseNamed(/^(?:pyproject\.toml|setup\.cfg)$/, (text, file) =>
    file.endsWith('.toml') ? readPyproject(parse(text)) : readSetupCfg(text),
  );
  await reportUnknown(sources, manifests);
  const locks = await sources.parseNamed(LOCKS, (text) => parse(text));
  const lockFolder = lockFolders(locks);
  for (const [file, document] of locks) {
    sources.checkFormat(file, textAt(document, 'lock-version'), 1);
    const covered = new Map([...manifests].filter(([manifest]) => lockFolder(manifest) === dirname(file)));
    addPythonLock(rows, file, document, covered);
  }
  // PDM locks only the groups chosen by the user, so a missing package means nothing.
  const isOfPdm = (file: string) => locks.has(inFolder(lockFolder(file) ?? '', 'pdm.lock'));
  const declaring = new Map([...manifests].filter(([file]) => !isOfPdm(file)));
  addDeclared(rows, 'pypi', declaring, (file) => lockFolder(file) !== undefined);
  await readRequirements(sources, rows, manifests);
}

/** Dependencies that only running the build would tell. */
async function reportUnknown(
  sources: ProjectSources,
  manifests: ReadonlyMap<string, PythonManifest>,
): Promise<void> {
  const declares = ({ dependencies, files }: PythonManifest) => dependencies.length + files.length > 0;
  const declaring = new Set([...manifests].flatMap(([file, each]) => (declares(each) ? dirname(file) : [])));
  for (const [file, { unclear, isDynamic }] of manifests) {
    if (unclear > 0) sources.unread(file, unnamedLines(unclear));
    if (isDynamic && !declaring.has(dirname(file)))
      sources.unread(file, 'is read in part: its dependencies are dynamic, made up by the build');
  }
  const scripts = await sources.parseNamed(/^setup\.py$/, (text) =>
    /\b(?:install|extras)_requires?\b/.test(text),
  );
  for (const [file, isDeclaring] of scripts)
    if (isDeclaring)
      sources.unread(file, 'is a script, which is not run: packages that only it requires are left out');
}
