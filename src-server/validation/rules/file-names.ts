import type { FastRule, Finding } from '../finding.ts';
import { isKnowledgeFile, isOtherMarkdown } from '../knowledge-files.ts';

/** Lower case; Markdown ends in .md. */
export const fileNames: FastRule = {
  codes: ['file-name-case', 'markdown-extension', 'other-file-name'],
  *check({ files }): Iterable<Finding> {
    for (const { path } of files) {
      const isServed = isKnowledgeFile(path);
      const lower = path.toLowerCase();
      if (isOtherMarkdown(path) && (isServed || !path.includes('/')))
        yield {
          code: 'markdown-extension',
          message: `${path} is markdown, but does not end in .md.`,
          path,
        };
      else if (path !== lower && (isServed || isOtherName(path)))
        yield {
          code: isServed ? 'file-name-case' : 'other-file-name',
          message: `The file name ${path} has capital letters.`,
          path,
          fix: `Rename it to ${lower}.`,
        };
    }
  },
};

/** Not served, beside skill.json. */
function isOtherName(path: string): boolean {
  return !path.includes('/') && !path.startsWith('.') && path !== 'LICENSE' && path !== 'NOTICE';
}
