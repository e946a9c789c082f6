import { codeLanguageName, foreignCodeLanguage } from '../../markdown/code-language.ts';
import type { Finding, FullRule } from '../finding.ts';
import { isMarkdown } from '../knowledge-files.ts';

/** Most code is in the skill's own language. */
export const codeLanguage: FullRule = {
  codes: ['code-language'],
  *check({ key, files, readText }): Iterable<Finding> {
    const texts = files.flatMap(({ path }) => (isMarkdown(path) ? [readText(path) ?? ''] : []));
    const [language = ''] = key.split('/');
    const found = foreignCodeLanguage(texts, language);
    if (found !== undefined)
      yield {
        code: 'code-language',
        message: `Most code blocks are ${codeLanguageName(found)}, but this is a ${codeLanguageName(language)} library.`,
      };
  },
};
