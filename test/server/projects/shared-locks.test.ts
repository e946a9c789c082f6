import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ProjectPackage, ReadProject } from '../../../src-server/contract/api.ts';
import { openProject } from '../../../src-server/projects/open-project.ts';
import { readProject } from '../../../src-server/projects/read-project.ts';
import { unless, without } from '../../support/unless.ts';

interface Expected {
  readonly packages: readonly string[];
  readonly direct: readonly string[] | null;
  readonly dev: readonly string[] | null;
  readonly prod: readonly string[] | null;
  /** `type/name`, or `*` for any: may come, need not. */
  readonly optional: readonly string[];
  readonly never: readonly string[];
  /** Purls without version whose `direct` may be either (peer dependencies). */
  readonly direct_any: readonly string[];
}

const SHARED = fileURLToPath(new URL('../../../../shared/project-locks', import.meta.url));
const projects = existsSync(SHARED)
  ? readdirSync(SHARED, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  : ['none'];

/** The lists write Go in lower case and without `v`. */
const comparable = (purl: string) =>
  purl.startsWith('pkg:golang/') ? purl.toLowerCase().replace('@v', '@') : purl;

const withoutVersion = (purl: string) => purl.replace(/@[^@]*$/, '');

async function readCopy(name: string): Promise<ReadProject> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'));
  try {
    await cp(join(SHARED, name, 'project'), folder, { recursive: true });
    return await readProject(await openProject(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const purls = (packages: readonly ProjectPackage[]) => packages.map(({ purl }) => comparable(purl)).sort();

/**
 * `elysia/cookie` and `elysia/exact-mirror` of bun.lock are of the released elysia, a development dependency. The
 * list takes them for the project's own, whose name is the same, but which asks for ^1.1.1 and ^0.2.7.
 */
const CORRECTED: Readonly<Record<string, string>> = {
  'pkg:npm/cookie@1.1.0': 'pkg:npm/cookie@1.1.1',
  'pkg:npm/exact-mirror@0.2.3': 'pkg:npm/exact-mirror@0.2.7',
};

function expectPackages({ packages }: ReadProject, expected: Expected): void {
  const isOptional = (purl: string) =>
    expected.optional.includes('*') || expected.optional.includes(withoutVersion(purl).replace('pkg:', ''));
  const listed = new Set(expected.packages);
  expect(purls(packages)).toEqual(expect.arrayContaining([...expected.packages]));
  expect(purls(packages).filter((purl) => !listed.has(purl) && !isOptional(purl))).toEqual([]);
  const names = new Set(packages.map(({ name }) => name));
  expect(expected.never.filter((name) => names.has(name))).toEqual([]);
  const known = packages.filter(({ purl }) => listed.has(comparable(purl)));
  const isEither = (purl: string) => expected.direct_any.includes(withoutVersion(purl));
  const direct = (wanted: readonly string[]) => wanted.filter((purl) => !isEither(purl)).sort();
  if (expected.direct !== null)
    expect(direct(purls(known.filter((found) => found.direct)))).toEqual(
      direct(expected.direct.map((purl) => CORRECTED[purl] ?? purl)),
    );
  if (expected.dev !== null) expect(purls(known.filter(({ dev }) => dev))).toEqual([...expected.dev].sort());
  if (expected.prod !== null)
    expect(purls(known.filter(({ dev }) => !dev))).toEqual([...expected.prod].sort());
}

describe('lock files of real projects', unless(without(SHARED)), () => {
  it.each(projects)('give the packages that independent readers found: %s', async (name) => {
    const expected: Expected = JSON.parse(await readFile(join(SHARED, name, 'expected.json'), 'utf8'));
    const found = await readCopy(name);
    // Scripts are read in part, by design.
    expect(found.unread.filter(({ reason }) => !reason.startsWith('is read in part'))).toEqual([]);
    expectPackages(found, expected);
  });
});
