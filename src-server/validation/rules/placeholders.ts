import { type Finding, type FullRule, MANIFEST_FILE } from '../finding.ts';
import { TextLines } from '../json-position.ts';
import { isKnowledgeFile } from '../knowledge-files.ts';
import { PLACEHOLDER } from '../placeholder.ts';

/** Everything that `skills-registry init` left to write is written. */
export const placeholders: FullRule = {
  codes: ['placeholder-left'],
  *check({ files, readText }): Iterable<Finding> {
    for (const path of [MANIFEST_FILE, ...files.map((file) => file.path).filter(isKnowledgeFile)]) {
      const text = readText(path) ?? '';
      const lines = new TextLines(text);
      for (const match of text.matchAll(PLACEHOLDER))
        yield {
          code: 'placeholder-left',
          message: `Still to write: ${match[1]?.trim()}.`,
          path,
          ...lines.positionOf(match.index),
        };
    }
  },
};
