import { isTable, listAt, type Table, textAt, textsOf, valueAt } from '../values.ts';
import type { SbomPackage } from './sbom-package.ts';
import { spdxRepository } from './spdx-repository.ts';

/** See https://spdx.github.io/spdx-spec/v2.3. */
export function* spdxPackages(document: Table): Generator<SbomPackage> {
  const relations = listAt(document, 'relationships').map(relation);
  const roots = new Set([
    ...textsOf(valueAt(document, 'documentDescribes')),
    ...relations.filter(({ type }) => type === 'DESCRIBES').map(({ to }) => to),
  ]);
  const uses = relations.filter(({ from }) => roots.has(from));
  const direct = new Set(uses.map(({ to }) => to));
  const needed = new Set(uses.filter(({ type }) => type === 'DEPENDS_ON').map(({ to }) => to));
  for (const entry of listAt(document, 'packages').filter(isTable)) {
    const id = textAt(entry, 'SPDXID') ?? '';
    const purl = packageUrlOf(entry);
    // Some tools give the project itself a package URL.
    if (roots.has(id)) continue;
    yield {
      purl,
      direct: uses.length === 0 || direct.has(id),
      dev: direct.has(id) && !needed.has(id),
      repository: spdxRepository(entry),
    };
  }
}

interface Relation {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

/** `B DEPENDENCY_OF A` → `A DEPENDS_ON B`. */
function relation(entry: unknown): Relation {
  const from = textAt(entry, 'spdxElementId') ?? '';
  const to = textAt(entry, 'relatedSpdxElement') ?? '';
  const type = textAt(entry, 'relationshipType') ?? '';
  const reversed = /^(?:RUNTIME_|DEV_|TEST_|BUILD_|OPTIONAL_)?DEPENDENCY_OF$/.exec(type);
  if (reversed === null) return { from, to, type };
  const isDev = /^(?:DEV|TEST|BUILD)_/.test(type);
  return { from: to, to: from, type: isDev ? 'DEV_DEPENDS_ON' : 'DEPENDS_ON' };
}

function packageUrlOf(entry: Table): string | undefined {
  const reference = listAt(entry, 'externalRefs').find((other) => textAt(other, 'referenceType') === 'purl');
  return textAt(reference, 'referenceLocator');
}
