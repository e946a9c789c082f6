import type { Finding, FullRule } from '../finding.ts';
import { describeForeignCode } from '../foreign-code.ts';
import { isMarkdown } from '../knowledge-files.ts';

/** Most code is in the skill's own language. */
export const codeLanguage: FullRule = {
  codes: ['code-language'],
  *check({ key, files, readText }): Iterable<Finding> {
    const texts = files.flatMap(({ path }) => (isMarkdown(path) ? [readText(path) ?? ''] : []));
    const message = describeForeignCode(texts, key);
    if (message !== undefined) yield { code: 'code-language', message };
  },
};
