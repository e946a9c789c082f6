import type { ProjectPackage, ReadProject } from '../../../src-server/contract/api.ts';
import { readProject } from '../../../src-server/projects/read-project.ts';

/** Reads a project that consists of these texts by path. */
export function readTexts(texts: Readonly<Record<string, string>>): Promise<ReadProject> {
  return readProject({
    paths: Object.keys(texts),
    leftOut: [],
    read: (path) => Promise.resolve({ ok: true, text: texts[path] ?? '' }),
  });
}

/** One word list per package: its purl, `direct` and `dev` if it is. */
export function summaries({ packages }: ReadProject): readonly string[] {
  return packages.map(summary);
}

function summary({ purl, direct, dev }: ProjectPackage): string {
  return [purl, ...(direct ? ['direct'] : []), ...(dev ? ['dev'] : [])].join(' ');
}
