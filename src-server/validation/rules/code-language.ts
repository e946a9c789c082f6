import { describeForeignCode } from '../../platform/code-language.ts';
import type { Finding, FullRule } from '../finding.ts';
import { isKnowledgeMarkdown } from '../knowledge-files.ts';

/** Most code is in the skill's language. */
export const codeLanguage: FullRule = {
  codes: ['code-language'],
  *check({ key, files, readText }): Iterable<Finding> {
    const texts = files.flatMap(({ path }) => (isKnowledgeMarkdown(path) ? [readText(path) ?? ''] : []));
    const [language = ''] = key.split('/');
    const message = describeForeignCode(texts, language);
    if (message !== undefined) yield { code: 'code-language', message };
  },
};
