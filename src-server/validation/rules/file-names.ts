import type { FastRule, Finding } from '../finding.ts';
import { isKnowledgeFile, isOtherMarkdown } from '../knowledge-files.ts';

/** Lower case; Markdown ends in .md. Ignores unservable files. */
export const fileNames: FastRule = {
  codes: ['file-name-case', 'markdown-extension'],
  *check({ files }): Iterable<Finding> {
    for (const { path } of files) {
      if (isOtherMarkdown(path) && (isKnowledgeFile(path) || !path.includes('/')))
        yield {
          code: 'markdown-extension',
          message: `${path} is markdown, but does not end in .md.`,
          path,
        };
      else if (isKnowledgeFile(path) && path !== path.toLowerCase())
        yield {
          code: 'file-name-case',
          message: `The file name ${path} has capital letters.`,
          path,
          fix: `Rename it to ${path.toLowerCase()}.`,
        };
    }
  },
};
