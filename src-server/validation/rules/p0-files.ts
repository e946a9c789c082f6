import { STANDARD_FILES } from '../../contract/api/standard-files.ts';
import type { FastRule } from '../finding.ts';
import { listedFiles } from '../knowledge-files.ts';

/** Required files exist. */
export const p0Files: FastRule = {
  codes: ['p0-file-missing'],
  check({ manifest, files }) {
    const known = new Set([...files, ...listedFiles(manifest)].map(({ path }) => path));
    return STANDARD_FILES.P0.filter((name) => !known.has(name)).map((name) => ({
      code: 'p0-file-missing' as const,
      message: `${name} is missing.`,
      pointer: '/files/P0',
    }));
  },
};
