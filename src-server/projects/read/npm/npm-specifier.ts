import { repositoryOf } from '../../repository-address.ts';
import type { Declared } from '../locked-packages.ts';

/** Not the alias. */
export type NpmSource = Omit<Declared, 'dev'>;

const LOCAL = /^(?:workspace|link|file|portal|catalog-local):|^(?:\.{0,2}\/|~\/|[a-z]:\\)/i;
const GIT = /^(?:git(?:\+\w+)?:|git@|ssh:|github:|gitlab:|bitbucket:)|\.git(?:#|$)/;
const OWNER_REPO = /^[\w.-]+\/[\w.-]+(?:#.*)?$/;
const ARCHIVE =
  /^https:\/\/(?:codeload\.)?github\.com\/([\w.-]+\/[\w.-]+)\/(?:tar\.gz|tarball|archive|legacy\.tar\.gz)\//;
const EXACT = /^=?v?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/;

/** Parses `^1.0.0`, `npm:other@1.0.0`, `workspace:*`, `github:a/b`, `patch:name@npm%3A1.0.0#…`. */
export function readNpmSpecifier(alias: string, specifier: string): NpmSource {
  const written = withoutPatch(specifier.trim());
  const [, target, range] = /^npm:((?:@[^/@]+\/)?[^@/]+)(?:@(.*))?$/.exec(written) ?? [];
  // Yarn's `npm:^1.0.0` names no other package.
  const isAlias = target !== undefined && !/^[\d^~<>=*]/.test(target);
  const wanted = isAlias ? (range ?? '') : written.replace(/^npm:/, '');
  const none = { name: isAlias ? target : alias, version: null, isLocal: false, isGit: false };
  if (LOCAL.test(wanted)) return { ...none, isLocal: true };
  const archive = ARCHIVE.exec(wanted)?.[1];
  if (archive !== undefined)
    return { ...none, isGit: true, repository: `github.com/${archive}`.toLowerCase() };
  if (GIT.test(wanted)) return { ...none, isGit: true, repository: repositoryOf(wanted) };
  if (OWNER_REPO.test(wanted)) return { ...none, isGit: true, repository: repositoryOf(`github:${wanted}`) };
  return { ...none, version: EXACT.exec(wanted)?.[1] ?? null };
}

function withoutPatch(specifier: string): string {
  const [, patched] = /^patch:(?:@[^@]+|[^@]+)@([^#]+)#/.exec(specifier) ?? [];
  return patched === undefined ? specifier : patched.replaceAll('%3A', ':');
}
