import { codeLanguageName, foreignCodeLanguage } from '../markdown/code-language.ts';
import { isMarkdown } from './knowledge-files.ts';

/** Says in which other language the code of Markdown texts is; undefined if it is in the library's own. */
export function describeForeignCode(texts: Iterable<string>, key: string): string | undefined {
  const [language = ''] = key.split('/');
  const found = foreignCodeLanguage(texts, language);
  if (found === undefined) return undefined;
  return `The code is ${codeLanguageName(found)}; this is a ${codeLanguageName(language)} library.`;
}

/** The same as a warning for who would copy the code. */
export function warnOfForeignCode(description: string): string {
  return `${description} Don't copy it.`;
}

/** The warning for a skill with these files; undefined if its code is in its own language. */
export function foreignCodeWarning(key: string, texts: ReadonlyMap<string, Buffer>): string | undefined {
  const markdown = [...texts].flatMap(([path, text]) => (isMarkdown(path) ? [text.toString('utf8')] : []));
  const description = describeForeignCode(markdown, key);
  return description && warnOfForeignCode(description);
}
