import type { ReadProject } from '../../../src-server/contract/api/project.ts';
import { decodeText, MAX_FILE_BYTES, TOO_LARGE } from '../../../src-server/projects/read/project-files.ts';
import { readProject } from '../../../src-server/projects/read/read-project.ts';
import type { FoundFiles } from './project-files.ts';

/** Never rejects because of file contents. */
export function readFiles({ files, leftOut }: FoundFiles): Promise<ReadProject> {
  const byPath = new Map(files);
  return readProject({
    paths: [...byPath.keys()],
    leftOut,
    async read(path) {
      const file = byPath.get(path);
      if (file === undefined) return { ok: false, reason: 'is no file of the project' };
      if (file.size > MAX_FILE_BYTES) return { ok: false, reason: TOO_LARGE };
      return decodeText(new Uint8Array(await file.arrayBuffer()));
    },
  });
}
