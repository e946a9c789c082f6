import type { MatchedPackage } from '../../contract/api.ts';
import { checkOf } from '../../contract/schema.ts';
import { matchRequest } from '../../contract/schemas/queries.ts';
import { formatPackageUrl, makePackageUrl, parsePackageUrl } from '../package-url.ts';
import type { PackageFacts } from './match-package.ts';

export type AskedPackage = Omit<MatchedPackage, 'skill'> & PackageFacts;

export class MalformedPackage extends Error {}

const isRequest = checkOf(matchRequest, { firstOnly: true });

export function readAskedPackages(body: unknown): readonly AskedPackage[] {
  if (!isRequest(body)) throw new MalformedPackage(describe(isRequest.errors[0]?.instancePath ?? ''));
  return body.packages.map((entry, place) => {
    const { purl, ecosystem = '', name = '', version, repository } = entry;
    const { isGit = false, direct = true, dev = false, from = [] } = entry;
    const url = purl === undefined ? makePackageUrl(ecosystem, name, version || null) : parsePackageUrl(purl);
    if (url === undefined)
      throw new MalformedPackage(
        `packages[${place}] ${purl === undefined ? 'names no package' : 'has a "purl" that is no package URL, as pkg:npm/ws@8.18.0 is'}.`,
      );
    return {
      ...{ purl: formatPackageUrl(url), name: url.name, version: url.version, ecosystem: url.type },
      ...{ isGit, direct, dev, from, repository },
    };
  });
}

/** @param path `/packages/1/direct` */
function describe(path: string): string {
  const [, , place, field] = path.split('/');
  if (place === undefined)
    return 'The body must be an object whose "packages" is a list of at most 5,000: {"packages":[{"purl":"pkg:npm/ws@8.18.0"}]}.';
  if (field !== undefined) return `packages[${place}] has a wrong "${field}".`;
  return `packages[${place}] must be an object with "purl", or with "ecosystem" and "name".`;
}
