import { isExample, isRequiredFile } from '../../contract/api/standard-files.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import type { Finding, FullRule } from '../finding.ts';
import { isKnowledgeMarkdown } from '../knowledge-files.ts';
import { PLACEHOLDER } from '../placeholder.ts';

/** Of a Markdown file. */
export const TOKEN_RANGE = { lowest: 500, highest: 1500 } as const;

const COUNTED_BY = 'counted with the o200k_base encoding of gpt-tokenizer';

export const tokenCount: FullRule = {
  codes: ['tokens-too-few', 'tokens-too-many'],
  *check({ files, readText }, { countTokens }): Iterable<Finding> {
    for (const { path } of files) {
      if (!isKnowledgeMarkdown(path) || isExample(path)) continue;
      const text = readText(path);
      // Unwritten texts are reported as such.
      if (text === undefined || text.search(PLACEHOLDER) >= 0) continue;
      const { tokens, isEstimate } = countTokens(text);
      const counted = `${isEstimate ? 'about ' : ''}${countWords(tokens, 'token')}`;
      if (tokens < TOKEN_RANGE.lowest)
        yield {
          code: 'tokens-too-few',
          message:
            text.trim() === ''
              ? `${path} is empty; a file has 500 to 1,500 tokens.`
              : `${path} has ${counted}, ${TOKEN_RANGE.lowest - tokens} too few for 500 (${COUNTED_BY}).`,
          path,
          ...(isRequiredFile(path) && { fix: 'Write what is missing.' }),
        };
      else if (tokens > TOKEN_RANGE.highest)
        yield {
          code: 'tokens-too-many',
          message: `${path} has ${counted}, ${groupDigits(tokens - TOKEN_RANGE.highest)} over 1,500 (${COUNTED_BY}).`,
          path,
        };
    }
  },
};
