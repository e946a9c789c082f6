import type { FastRule } from '../finding.ts';
import { isExample, isKnowledgeFile, listedFiles } from '../knowledge-files.ts';

/** At least one file under examples/. One that is listed but absent is the loader's to report. */
export const examplePresent: FastRule = {
  codes: ['example-missing'],
  check: ({ manifest, files }) =>
    [...files, ...listedFiles(manifest)].some(({ path }) => isExample(path) && isKnowledgeFile(path))
      ? []
      : [{ code: 'example-missing', message: 'There is no file under examples/.', path: 'examples' }],
};
