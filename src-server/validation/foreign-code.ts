import { foreignCodeWarning } from '../markdown/code-language.ts';
import { isKnowledgeMarkdown } from './knowledge-files.ts';

export function skillWarning(key: string, texts: ReadonlyMap<string, Buffer>): string | undefined {
  const markdown = [...texts].flatMap(([path, text]) =>
    isKnowledgeMarkdown(path) ? [text.toString('utf8')] : [],
  );
  const [language = ''] = key.split('/');
  return foreignCodeWarning(markdown, language);
}
