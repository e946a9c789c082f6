import type { SkillFile } from './skill-model.ts';

export interface TextSource {
  readonly key: string;
  readonly version: string | undefined;
  readonly skillVersion: string | undefined;
  readonly updatedAt: string | undefined;
  readonly risk: string | undefined;
}

/** Source header, then files in tags. No file can close a tag: see `unusedTag`. */
export function agentText(source: TextSource, files: readonly SkillFile[], of: number): string {
  const tag = unusedTag(files.map(({ text }) => text));
  const attributes = [
    ['key', source.key],
    ['library-version', source.version],
    ['skill-version', source.skillVersion],
    ['updated', source.updatedAt],
    ['risk', source.risk],
    ['files', `${files.length} of ${of}`],
  ]
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  const parts = files.map(
    ({ path, priority, text }) =>
      `<${tag} path="${escapeAttribute(path)}" priority="${priority}">\n${withOneLineEnd(text)}</${tag}>\n`,
  );
  return `<skill${attributes}>\n${parts.join('')}</skill>\n`;
}

/** First of `file`, `file-2`, `file-3`… unused in all texts. */
function unusedTag(texts: readonly string[]): string {
  const used = new Set<string>();
  for (const text of texts)
    for (const [, tag = ''] of text.matchAll(/<\/?(file(?:-\d{1,9})?)[\s>]/gi)) used.add(tag.toLowerCase());
  let tag = 'file';
  for (let number = 2; used.has(tag); number += 1) tag = `file-${number}`;
  return tag;
}

function withOneLineEnd(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= 1;
  return `${text.slice(0, end)}\n`;
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
