import { parseMarkdown } from '../../platform/markdown-blocks.ts';
import type { Finding, FullRule } from '../finding.ts';
import { isKnowledgeMarkdown } from '../knowledge-files.ts';

/** Code blocks are closed. */
export const fences: FullRule = {
  codes: ['fence-unclosed'],
  *check({ files, readText }): Iterable<Finding> {
    for (const { path } of files) {
      const text = isKnowledgeMarkdown(path) ? readText(path) : undefined;
      if (text === undefined || !/```|~~~/.test(text)) continue;
      for (const block of parseMarkdown(text))
        if (block.kind === 'fence' && !block.closed && block.lines.length > 0)
          yield {
            code: 'fence-unclosed',
            message: `The code block that starts in line ${block.line} of ${path} is never closed.`,
            path,
            line: block.line,
            column: 1,
          };
    }
  },
};
