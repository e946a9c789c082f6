import { foreignCodeWarning } from '../markdown/code-language.ts';
import { isMarkdown } from './knowledge-files.ts';

export function skillWarning(key: string, texts: ReadonlyMap<string, Buffer>): string | undefined {
  const markdown = [...texts].flatMap(([path, text]) => (isMarkdown(path) ? [text.toString('utf8')] : []));
  const [language = ''] = key.split('/');
  return foreignCodeWarning(markdown, language);
}
