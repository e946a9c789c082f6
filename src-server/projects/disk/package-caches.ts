import { open, readdir, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { ProjectPackage } from '../../contract/api/project.ts';
import { READ_PLAIN } from '../../platform/guarded-path.ts';
import { homeFolder } from '../../platform/user-folders.ts';
import { pypiName } from '../package-url.ts';
import { npmRepositoryOf } from '../read/npm/installed-package.ts';
import { repositoryOf } from '../read/repository-of.ts';
import { textAt } from '../read/values.ts';

const MAX_BYTES = 256 * 1024;

export type RepositoryFinder = (found: ProjectPackage) => Promise<string | undefined>;

/** From `node_modules/<name>/package.json`, in the root and beside naming files. */
export function npmRepositories(root: string): RepositoryFinder {
  return async ({ name, version, from }) => {
    const folders = new Set([...from.map((file) => join(root, dirname(file))), root]);
    for (const folder of folders) {
      const text = await readInstalledFile(root, join(folder, 'node_modules', name, 'package.json'));
      const repository = text === undefined ? undefined : npmRepositoryOf(text, version);
      if (repository !== undefined) return repository;
    }
    return undefined;
  };
}

const VIRTUAL_ENVIRONMENTS = ['.venv', 'venv', 'env'];
/** Labels of source links, surest first. */
const LABELS = [/^source(?: code)?$/i, /^(?:repository|code|github|gitlab)$/i, /^home-?page$/i];

/** From `METADATA` in a virtual environment. */
export function pythonRepositories(root: string): RepositoryFinder {
  const installed = listDistributions(root);
  return async ({ name, version }) => {
    const found = (await installed).get(name);
    const text = found === undefined ? undefined : await readInstalledFile(root, join(found, 'METADATA'));
    const [head = ''] = text?.split(/\r?\n\r?\n/, 1) ?? [];
    if (version !== null && /^Version: *(.*)$/im.exec(head)?.[1]?.trim() !== version) return undefined;
    const addresses = [...head.matchAll(/^(?:Project-URL: *([^ ,\n][^,\n]*), *|(Home-page): *)(\S+)/gim)];
    for (const label of LABELS)
      for (const [, project, homePage, address = ''] of addresses) {
        const repository = label.test(project ?? homePage ?? '') ? repositoryOf(address) : undefined;
        if (repository !== undefined) return repository;
      }
    return undefined;
  };
}

async function listDistributions(root: string): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>();
  for (const environment of VIRTUAL_ENVIRONMENTS) {
    const versions = await list(join(root, environment, 'lib'));
    const places = [...versions.map((version) => join('lib', version)), 'Lib'];
    for (const place of places.map((path) => join(root, environment, path, 'site-packages')))
      for (const entry of await list(place)) {
        const name = /^(.+)-[^-]+\.dist-info$/.exec(entry)?.[1];
        if (name !== undefined) folders.set(pypiName(name), join(place, entry));
      }
  }
  return folders;
}

/** From `Cargo.toml` in Cargo's cache: `registry/src/<registry>/<crate>-<version>`. */
export function cargoRepositories(): RepositoryFinder {
  const cache = realFolder(join(cargoFolder(), 'registry', 'src'));
  const registries = cache.then(list);
  return async ({ name, version }) => {
    if (version === null) return undefined;
    const sources = await cache;
    for (const registry of await registries) {
      const text = await readInstalledFile(
        sources,
        join(sources, registry, `${name}-${version}`, 'Cargo.toml'),
      );
      const address = /^repository *= *"([^"\n]*)"/m.exec(text ?? '')?.[1];
      if (address !== undefined) return repositoryOf(address);
    }
    return undefined;
  };
}

const cargoFolder = () => process.env['CARGO_HOME'] || join(homeFolder() || '/', '.cargo');

/** From `Origin` in Go's module cache: `cache/download/<module>/@v/<version>.info`. */
export function goRepositories(): RepositoryFinder {
  const cache = realFolder(goFolder());
  return async ({ name, version }) => {
    if (version === null) return undefined;
    const moduleCache = await cache;
    const file = join(
      moduleCache,
      'cache',
      'download',
      escapeUpper(name),
      '@v',
      `${escapeUpper(version)}.info`,
    );
    const text = await readInstalledFile(moduleCache, file);
    const address = text === undefined ? undefined : textAt(parseJson(text), 'Origin', 'URL');
    return address === undefined ? undefined : repositoryOf(address);
  };
}

const goFolder = () =>
  process.env['GOMODCACHE'] || join(process.env['GOPATH'] || join(homeFolder() || '/', 'go'), 'pkg', 'mod');

/** `github.com/BurntSushi` → `github.com/!burnt!sushi` (https://go.dev/ref/mod#goproxy-protocol). */
const escapeUpper = (text: string) => text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);

function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

function list(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Follows links of package managers inside of `root`, a real path. Undefined if missing, outside or too large. */
async function readInstalledFile(root: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    const handle = await open(real, READ_PLAIN);
    try {
      const stat = await handle.stat();
      if (!stat.isFile() || stat.size > MAX_BYTES) return undefined;
      return (await handle.readFile('utf8')).replace(/^\uFEFF/, '');
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
