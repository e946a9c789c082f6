import { parse } from 'smol-toml';
import { pypiName } from '../../package-url.ts';
import { basename, dirname } from '../file-paths.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { repositoryOf } from '../repository-of.ts';
import { tableAt, textAt } from '../values.ts';
import { exactVersion } from './python-requirement.ts';

const SECTIONS = [
  ['default', false],
  ['develop', true],
] as const;

/** Direct packages are in Pipfile. Default: all. */
export async function readPipfileLocks(sources: ProjectSources, rows: PackageRows): Promise<void> {
  for (const file of sources.paths.filter((path) => basename(path) === 'Pipfile.lock')) {
    const document = await sources.parse(file, (text): unknown => JSON.parse(text));
    const declared = await declaredNames(sources, dirname(file));
    for (const [section, dev] of SECTIONS) {
      for (const [key, entry] of Object.entries(tableAt(document, section))) {
        const name = pypiName(key);
        if (textAt(entry, 'path') !== undefined || textAt(entry, 'file') !== undefined) continue;
        const git = textAt(entry, 'git');
        const version = exactVersion(textAt(entry, 'version') ?? '');
        const direct = declared?.has(name) ?? true;
        const repository = git === undefined ? undefined : repositoryOf(git);
        const isGit = git !== undefined;
        rows.add({ ecosystem: 'pypi', name, version, direct, dev, file, isGit, repository });
      }
    }
  }
}

async function declaredNames(
  sources: ProjectSources,
  folder: string,
): Promise<ReadonlySet<string> | undefined> {
  const document = await sources.parse(folder === '' ? 'Pipfile' : `${folder}/Pipfile`, parse);
  if (document === undefined) return undefined;
  const names = ['packages', 'dev-packages'].flatMap((section) => Object.keys(tableAt(document, section)));
  return new Set(names.map(pypiName));
}
