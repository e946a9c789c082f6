/** What every SKILL.md is made of: our words, names and links. No client runs or follows what a registry wrote. */
import { encodePath } from './encode-path.ts';
import { fieldText } from './foreign-text.ts';

export const SKILL_MARKDOWN = 'SKILL.md';

/** JSON strings are YAML strings too. */
export function skillFrontMatter(
  name: string,
  description: string,
  metadata: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(metadata).map(([field, value]) => `  ${field}: ${JSON.stringify(value)}`);
  const head = [`name: ${JSON.stringify(name)}`, `description: ${JSON.stringify(description)}`];
  return ['---', ...head, 'metadata:', ...lines, '---', ''].join('\n');
}

/** `js/websockets/ws` is `ws (js)`. */
export function libraryName(key: string): string {
  const [language = '', ...rest] = key.split('/');
  return `${fieldText(rest.at(-1) ?? key).slice(0, 60)} (${fieldText(language).slice(0, 20)})`;
}

/** A line with a link, relative, so that it leads somewhere wherever the folder is put. */
export function fileLine(path: string): string {
  return `- ${fileLink(path, path)}`;
}

/** A link with no mark of Markdown or of a command in it, whatever the path has. */
export function fileLink(text: string, path: string): string {
  const address = encodePath(path.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[!()'*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `[${fieldText(text)}](${address})`;
}
