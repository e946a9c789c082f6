import { basename } from './file-paths.ts';
import type { ProjectSources } from './project-sources.ts';

const REASONS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^bun\.lockb$/, 'is binary: `bun install --save-text-lockfile` writes bun.lock'],
  [/^Pipfile(?:\.lock)?$/, 'is not read: `pipenv requirements > requirements.txt` writes a file that is'],
  [/\.spdx(?:\.\w+)?$/i, 'is SPDX, which is not read: write CycloneDX as JSON'],
  [/^s?bom\.xml$|\.(?:cdx|cyclonedx)\.xml$/i, 'is XML, which is not read: write CycloneDX as JSON'],
];

/** Undefined for files that a reader reads. */
function reasonOf(path: string): string | undefined {
  const name = basename(path);
  // vcpkg writes one for each installed port; the reader of vcpkg reads them.
  if (name === 'vcpkg.spdx.json') return undefined;
  return REASONS.find(([pattern]) => pattern.test(name))?.[1];
}

export function isUnreadFormat(path: string): boolean {
  return reasonOf(path) !== undefined;
}

/** Files that name packages in a format without a reader. */
export function reportUnreadFormats(sources: ProjectSources): void {
  for (const path of sources.paths) {
    const reason = reasonOf(path);
    if (reason !== undefined) sources.unread(path, reason);
  }
}
