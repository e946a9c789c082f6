import { isExample, isRequiredFile } from '../../contract/api/standard-files.ts';
import type { DiagnosticCode } from '../../contract/diagnostics/diagnostic.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { LIMITS } from '../../contract/limits.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { describeForeignCode } from '../../platform/code-language.ts';
import { parseMarkdown } from '../../platform/markdown-blocks.ts';
import type { CheckedSkill } from '../checked-skill.ts';
import { countEntries } from '../count-entries.ts';
import type { Finding, FullRule } from '../finding.ts';
import { isKnowledgeFile, isKnowledgeMarkdown } from '../knowledge-files.ts';
import { PLACEHOLDER, placeholdersIn } from '../placeholder.ts';

/** Readable texts of the files, with path. */
export function* textsOf(
  { files, readText }: Pick<CheckedSkill, 'files' | 'readText'>,
  isRead: (path: string) => boolean = isKnowledgeFile,
): Iterable<readonly [path: string, text: string]> {
  for (const { path } of files) {
    const text = isRead(path) ? readText(path) : undefined;
    if (text !== undefined) yield [path, text];
  }
}

/** Only the beginning was read. */
function isCut(text: string): boolean {
  return text.length >= LIMITS.analyzedBytes;
}

/** Of a Markdown file. */
const TOKEN_RANGE = { lowest: 500, highest: 1500 } as const;

const COUNTED_BY = 'counted with the o200k_base encoding of gpt-tokenizer';

export const tokenCount: FullRule = {
  codes: ['tokens-too-few', 'tokens-too-many'],
  *check(skill, { countTokens }): Iterable<Finding> {
    for (const [path, text] of textsOf(skill, (path) => isKnowledgeMarkdown(path) && !isExample(path))) {
      // Unwritten texts are reported as such.
      if (text.search(PLACEHOLDER) >= 0) continue;
      const { tokens, isEstimate } = countTokens(text);
      const counted = `${isCut(text) ? 'over ' : isEstimate ? 'about ' : ''}${countWords(tokens, 'token')}`;
      const { lowest, highest } = TOKEN_RANGE;
      if (tokens < lowest)
        yield {
          code: 'tokens-too-few',
          message:
            text.trim() === ''
              ? `${path} is empty; a file has 500 to 1,500 tokens.`
              : `${path} has ${counted}, ${lowest - tokens} too few for 500 (${COUNTED_BY}).`,
          path,
          ...(isRequiredFile(path) && { fix: 'Write what is missing.' }),
        };
      else if (tokens > highest)
        yield {
          code: 'tokens-too-many',
          message: `${path} has ${counted}, ${groupDigits(tokens - highest)} over 1,500 (${COUNTED_BY}).`,
          path,
        };
    }
  },
};

const MINIMA: ReadonlyArray<readonly [path: string, minimum: number, code: DiagnosticCode]> = [
  ['pitfalls.md', 3, 'pitfalls-too-few'],
  ['safety.md', 2, 'safety-too-few'],
];

export const entryCount: FullRule = {
  codes: ['pitfalls-too-few', 'safety-too-few'],
  *check(skill): Iterable<Finding> {
    for (const [path, minimum, code] of MINIMA)
      for (const [, text] of textsOf(skill, (name) => name === path)) {
        const entries = countEntries(text);
        const has = entries === 1 ? '1 entry' : `${entries} entries`;
        if (entries < minimum) yield { code, message: `${path} has ${has}, fewer than ${minimum}.`, path };
      }
  },
};

/** Code blocks are closed. */
export const fences: FullRule = {
  codes: ['fence-unclosed'],
  *check(skill): Iterable<Finding> {
    for (const [path, text] of textsOf(skill, isKnowledgeMarkdown)) {
      if (isCut(text) || !/```|~~~/.test(text)) continue;
      for (const block of parseMarkdown(text)) {
        if (block.kind !== 'fence' || block.closed || block.lines.length === 0) continue;
        const message = `The code block that starts in line ${block.line} of ${path} is never closed.`;
        yield { code: 'fence-unclosed', message, path, line: block.line, column: 1 };
      }
    }
  },
};

/** Most code is in the skill's language. */
export const codeLanguage: FullRule = {
  codes: ['code-language'],
  *check(skill): Iterable<Finding> {
    const texts = Array.from(textsOf(skill, isKnowledgeMarkdown), ([, text]) => text);
    const [language = ''] = skill.key.split('/');
    const message = describeForeignCode(texts, language);
    if (message !== undefined) yield { code: 'code-language', message };
  },
};

/** In a registry, the loader reports placeholders. */
export const placeholders: FullRule = {
  codes: ['placeholder-left'],
  *check(skill): Iterable<Finding> {
    for (const [path, text] of textsOf(skill))
      for (const found of placeholdersIn(text)) yield { code: 'placeholder-left', path, ...found };
  },
};
