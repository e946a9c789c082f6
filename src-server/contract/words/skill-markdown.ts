/** Generated SKILL.md files: only our words, names and links. Clients must never follow registry text. */
import { encodePath } from './encode-path.ts';
import { fieldText } from './foreign-text.ts';

export const SKILL_MARKDOWN = 'SKILL.md';

/** JSON strings are valid YAML. */
export function skillFrontMatter(
  name: string,
  description: string,
  metadata: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(metadata).map(([field, value]) => `  ${field}: ${JSON.stringify(value)}`);
  const head = [`name: ${JSON.stringify(name)}`, `description: ${JSON.stringify(description)}`];
  return ['---', ...head, 'metadata:', ...lines, '---', ''].join('\n');
}

/** `js/websockets/ws` → `ws (js)` */
export function libraryName(key: string): string {
  const [language = '', ...rest] = key.split('/');
  return `${fieldText(rest.at(-1) ?? key).slice(0, 60)} (${fieldText(language).slice(0, 20)})`;
}

/** Relative, since folders can be moved; escapes Markdown and commands. */
export function fileLine(path: string): string {
  const address = encodePath(path.replace(/\p{Cs}/gu, '\ufffd'));
  const escaped = address.replace(/[!()'*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `- [${fieldText(path)}](${escaped})`;
}
