import type { FastRule } from '../finding.ts';
import { EXAMPLE_EXTENSIONS, isExample, isKnowledgeFile } from '../knowledge-files.ts';

/** Examples end in the extension of the skill's language. */
export const exampleExtension: FastRule = {
  codes: ['example-extension'],
  check({ manifest, files }) {
    const extension = Object.entries(EXAMPLE_EXTENSIONS).find(
      ([language]) => language === manifest['language'],
    )?.[1];
    if (extension === undefined) return [];
    return files
      .filter(({ path }) => isExample(path) && isKnowledgeFile(path) && !path.endsWith(`.${extension}`))
      .map(({ path }) => ({
        code: 'example-extension' as const,
        message: `${path} does not end in .${extension}, as ${manifest['language']} examples do.`,
        path,
      }));
  },
};
