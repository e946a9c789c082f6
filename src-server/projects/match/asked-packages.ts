import { isJsonObject } from '../../contract/api/json-object.ts';
import type { MatchedPackage } from '../../contract/api/match.ts';
import { formatPackageUrl, makePackageUrl, type PackageUrl, parsePackageUrl } from '../package-url.ts';
import type { PackageFacts } from './match-package.ts';

export type AskedPackage = Omit<MatchedPackage, 'skill'> & PackageFacts;

/** Per request. */
export const MAX_ASKED_PACKAGES = 5_000;

const ECOSYSTEMS: Readonly<Record<string, string>> = {
  go: 'golang',
  go_mod: 'golang',
  'crates.io': 'cargo',
  crates_io: 'cargo',
  rust: 'cargo',
  pip: 'pypi',
  python: 'pypi',
  js: 'npm',
  node: 'npm',
};

export class MalformedPackage extends Error {}

/** Throws `MalformedPackage`. */
export function readAskedPackages(body: unknown): readonly AskedPackage[] {
  const entries = isJsonObject(body) ? body['packages'] : undefined;
  if (!Array.isArray(entries))
    throw new MalformedPackage(
      'The body must be an object whose "packages" is a list: {"packages":[{"purl":"pkg:npm/ws@8.18.0"}]}.',
    );
  if (entries.length > MAX_ASKED_PACKAGES)
    throw new MalformedPackage(`"packages" has ${entries.length} entries; at most 5,000 are taken at once.`);
  return entries.map(readEntry);
}

function readEntry(entry: unknown, place: number): AskedPackage {
  const fail = (why: string): never => {
    throw new MalformedPackage(`packages[${place}] ${why}.`);
  };
  if (!isJsonObject(entry)) return fail('must be an object with "purl", or with "ecosystem" and "name"');
  const { repository, isGit = false, direct = true, dev = false, from = [] } = entry;
  const flags = { isGit, direct, dev };
  for (const [name, flag] of Object.entries(flags))
    if (typeof flag !== 'boolean') fail(`has a "${name}" that is neither true nor false`);
  if (repository !== undefined && typeof repository !== 'string') fail('has a "repository" that is no text');
  if (!Array.isArray(from) || !from.every((file) => typeof file === 'string'))
    fail('has a "from" that is no list of texts');
  const purl = readPurl(entry, fail);
  return {
    purl: formatPackageUrl(purl),
    name: purl.name,
    version: purl.version,
    ecosystem: purl.type,
    ...(flags as Record<keyof typeof flags, boolean>),
    from: from as readonly string[],
    ...(repository !== undefined && { repository: repository as string }),
  };
}

function readPurl(entry: Readonly<Record<string, unknown>>, fail: (why: string) => never): PackageUrl {
  const { purl, ecosystem, name, version = null } = entry;
  if (version !== null && typeof version !== 'string') return fail('has a "version" that is no text');
  if (purl !== undefined) {
    const parsed = typeof purl === 'string' ? parsePackageUrl(purl) : undefined;
    return parsed ?? fail('has a "purl" that is no package URL, as pkg:npm/ws@8.18.0 is');
  }
  if (typeof ecosystem !== 'string' || typeof name !== 'string')
    return fail('must have "purl", or "ecosystem" and "name"');
  const type = Object.hasOwn(ECOSYSTEMS, ecosystem.toLowerCase())
    ? ECOSYSTEMS[ecosystem.toLowerCase()]
    : ecosystem;
  return makePackageUrl(type ?? ecosystem, name, version === '' ? null : version) ?? fail('names no package');
}
